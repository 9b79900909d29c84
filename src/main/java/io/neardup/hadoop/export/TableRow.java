package io.neardup.hadoop.export;

import java.nio.charset.CharacterCodingException;
import org.apache.hadoop.io.Text;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;

/** The values of a row, by column, found in a line of a {@link Table}. */
final class TableRow {

  private final Table table;
  private final MessageType schema;
  private final int[] starts; // of the fields, and the byte behind the tab after the last
  private Text line = new Text();

  TableRow(Table table) {
    this.table = table;
    this.schema = table.schema();
    this.starts = new int[table.fields + 1];
  }

  /**
   * Takes the values of a line, which must not change meanwhile.
   *
   * @throws IllegalArgumentException if it has another number of fields, or none for a required
   *     column
   */
  TableRow set(Text newLine) {
    line = newLine;
    byte[] bytes = line.getBytes();
    int found = 1; // the first begins at 0
    for (int i = 0; i < line.getLength(); i++) {
      if (bytes[i] == '\t') {
        if (found == table.fields) {
          throw new IllegalArgumentException("more than " + table.fields + " fields");
        }
        starts[found++] = i + 1;
      }
    }
    if (found != table.fields) {
      throw new IllegalArgumentException(found + " fields, not " + table.fields);
    }
    starts[found] = line.getLength() + 1;
    for (int column = 0; column < schema.getFieldCount(); column++) {
      if (isNull(column) && schema.getType(column).isRepetition(Repetition.REQUIRED)) {
        throw new IllegalArgumentException(schema.getFieldName(column) + " is empty");
      }
    }
    return this;
  }

  /** Returns whether a column has no value. */
  boolean isNull(int column) {
    return length(column) == 0;
  }

  /** Returns the UTF-8 bytes of a value; they are valid until the next row. */
  Binary bytes(int column) {
    return Binary.fromReusedByteArray(line.getBytes(), start(column), length(column));
  }

  /** Returns a value as the line has it, empty if there is none. */
  String text(int column) throws CharacterCodingException {
    return Text.decode(line.getBytes(), start(column), length(column));
  }

  private int start(int column) {
    return starts[table.position(column)];
  }

  private int length(int column) {
    return starts[table.position(column) + 1] - 1 - start(column);
  }
}
