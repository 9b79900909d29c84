package io.neardup.hadoop.format.csv;

import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.List;

/** CSV records with named columns, one for the id and one for the text. */
final class CsvRecords implements RecordParser {

  private final CsvFields csv;
  private final String sourceName;
  private final DocumentFields fields;
  private final FieldValue[] values;
  private final int[] columns; // of the values, -1 where there is none
  private final List<String> names; // of all columns

  /**
   * @param head the file's header; empty for a file without records
   * @throws MissingFieldException if there is no column for the id, or none for the text
   */
  CsvRecords(byte[] head, CsvDelimiter delimiter, String sourceName, DocumentFields fields)
      throws MissingFieldException {
    this.sourceName = sourceName;
    this.csv = new CsvFields(delimiter.of(head));
    this.fields = fields;
    this.values = fields.values();
    this.columns = new int[values.length];
    if (head.length == CsvHeader.byteOrderMark(head)) {
      names = List.of();
      return;
    }
    CsvHeader header = new CsvHeader(head, csv, sourceName);
    names = header.names();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = header.column(fields.wanted().get(i));
    }
    header.requireColumns(fields);
  }

  private static int lines(byte[] bytes, int offset, int length) {
    int lines = 1;
    for (int i = offset; i < offset + length; i++) {
      lines += bytes[i] == '\n' ? 1 : 0;
    }
    return lines;
  }

  @Override
  public List<String> fieldNames(byte[] bytes, int offset, int length) {
    return names;
  }

  @Override
  public void parse(byte[] bytes, int offset, int rawLength, long number, SourceRecord record)
      throws IOException {
    int length = Lines.withoutEnd(bytes, offset, rawLength);
    if (length == 0) {
      record.skip(SkipReason.EMPTY_LINE, "");
      return;
    }
    if (!csv.parse(bytes, offset, length)) {
      record.skip(SkipReason.BAD_CSV, csv.problem(), lines(bytes, offset, length));
      return;
    }
    if (csv.size() != names.size()) {
      record.skip(SkipReason.BAD_CSV, csv.size() + " fields, the header has " + names.size());
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      values[i].clear();
      if (columns[i] >= 0) {
        byte[] value = csv.bytes(columns[i]);
        values[i].set(value, 0, value.length);
      }
    }
    fields.take(values, record, sourceName, number);
  }
}
