package io.neardup.hadoop.export;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/** Writes lines of a table as rows of Parquet. */
final class TableRows extends WriteSupport<Text> {

  private final Table table;
  private final int[] starts; // of the fields of a line, and the byte behind the tab after the last
  private RecordConsumer row;

  TableRows(Table table) {
    this.table = table;
    this.starts = new int[table.fields() + 1];
  }

  @Override
  @SuppressWarnings("deprecation") // but abstract
  public WriteContext init(Configuration conf) {
    return new WriteContext(table.schema(), Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    row = consumer;
  }

  /**
   * Writes a row.
   *
   * @throws IllegalArgumentException if the line is not one of the table
   */
  @Override
  public void write(Text line) {
    split(line);
    row.startMessage();
    int index = 0;
    for (TableColumn column : table.columns()) {
      int start = starts[column.field()];
      int length = starts[column.field() + 1] - 1 - start;
      if (length > 0) {
        row.startField(column.name(), index);
        add(column.kind(), line.getBytes(), start, length);
        row.endField(column.name(), index);
      } else if (!column.nullable()) {
        throw new IllegalArgumentException(column.name() + " is empty");
      }
      index++;
    }
    row.endMessage();
  }

  private void split(Text line) {
    byte[] bytes = line.getBytes();
    int found = 1; // the first begins at 0
    for (int i = 0; i < line.getLength(); i++) {
      if (bytes[i] == '\t') {
        if (found == table.fields()) {
          throw new IllegalArgumentException("more than " + table.fields() + " fields");
        }
        starts[found++] = i + 1;
      }
    }
    if (found != table.fields()) {
      throw new IllegalArgumentException(found + " fields, not " + table.fields());
    }
    starts[found] = line.getLength() + 1;
  }

  private void add(TableColumn.Kind kind, byte[] bytes, int start, int length) {
    switch (kind) {
      case STRING -> row.addBinary(Binary.fromReusedByteArray(bytes, start, length));
      case BIGINT -> row.addLong(Long.parseLong(ascii(bytes, start, length)));
      case DOUBLE -> row.addDouble(Double.parseDouble(ascii(bytes, start, length)));
    }
  }

  private static String ascii(byte[] bytes, int start, int length) {
    return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
  }
}
