package io.neardup.hadoop.source;

import java.io.IOException;

/** Makes a document of a record's bytes. */
interface RecordParser {

  /**
   * Sets the record's id and text, or marks it as set aside.
   *
   * @param bytes holds the record with what ends it
   * @param number 1 for the first record of the file (or of the range, while the corpus is being
   *     ingested)
   */
  void parse(byte[] bytes, int offset, int length, long number, SourceRecord record)
      throws IOException;
}
