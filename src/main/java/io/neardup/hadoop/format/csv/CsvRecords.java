package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
   * @throws MissingFieldException if there is no column for the id, or none for the text, or
   *     several
   */
  CsvRecords(byte[] head, CsvDelimiter delimiter, String sourceName, DocumentFields fields)
      throws MissingFieldException {
    this.sourceName = sourceName;
    this.csv = new CsvFields(delimiter.of(head));
    this.fields = fields;
    this.values = fields.values();
    this.columns = new int[values.length];
    boolean empty = head.length == Utf8.byteOrderMark(head, head.length);
    names = empty ? List.of() : names(head, csv, sourceName);
    for (int i = 0; i < columns.length; i++) {
      columns[i] = names.indexOf(fields.wanted(i));
    }
    if (!empty) {
      requireColumns();
    }
  }

  /**
   * Returns the names of the columns in their order.
   *
   * @param head the header, which may have a byte order mark before it
   * @param source the file's name, for messages
   * @throws MissingFieldException if it cannot be read
   */
  static List<String> names(byte[] head, CsvFields csv, String source)
      throws MissingFieldException {
    int mark = Utf8.byteOrderMark(head, head.length);
    if (!csv.parse(head, mark, Frames.withoutEnd(head, mark, head.length - mark))) {
      throw new MissingFieldException(source + ": the header is not CSV: " + csv.problem());
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < csv.size(); i++) {
      names.add(new String(csv.bytes(i), StandardCharsets.UTF_8));
    }
    return names;
  }

  private void requireColumns() throws MissingFieldException {
    int id = columns[DocumentFields.ID];
    int text = columns[DocumentFields.TEXT];
    fields.require(
        sourceName,
        id < 0 ? "" : null,
        text < 0 ? "" : null,
        names,
        ". Is " + Keys.CSV_DELIMITER + " right?");
    for (String name : List.of(fields.id(), fields.text())) {
      if (names.lastIndexOf(name) != names.indexOf(name)) {
        throw new MissingFieldException(sourceName + " has several columns " + name);
      }
    }
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
  public void parse(byte[] bytes, int offset, int length, long number, SourceRecord record) {
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
