package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.List;

/** Makes a document of a record's bytes. */
public interface RecordParser {

  /**
   * Sets the record's id and text, or marks it as set aside.
   *
   * @param bytes holds the record, without its end if it is a line
   * @param number 1 for the first record of the file (or of the range, while the corpus is being
   *     ingested)
   */
  void parse(byte[] bytes, int offset, int length, long number, SourceRecord record)
      throws IOException;

  /** Returns the names of the fields of a record that was parsed; empty if it has no names. */
  default List<String> fieldNames(byte[] bytes, int offset, int length) throws IOException {
    return List.of();
  }
}
