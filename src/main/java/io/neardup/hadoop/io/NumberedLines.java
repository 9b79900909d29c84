package io.neardup.hadoop.io;

import java.nio.charset.StandardCharsets;

/** A document a line; the id is {@code name:line}, counted from 1. */
final class NumberedLines implements LineRangeReader.LineParser {

  private final byte[] prefix;
  private final long linesBefore;
  private final int maxId;

  NumberedLines(String name, long linesBefore, int maxId) {
    this.prefix = (name + ":").getBytes(StandardCharsets.UTF_8);
    this.linesBefore = linesBefore;
    this.maxId = maxId;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record) {
    // The limit is the name's: the number is not known yet while the corpus is ingested.
    if (Ids.set(record, prefix, 0, prefix.length, maxId)) {
      byte[] number = Long.toString(linesBefore + lineNumber).getBytes(StandardCharsets.US_ASCII);
      record.id().append(number, 0, number.length);
      record.setText(bytes, offset, length);
    }
  }
}
