package io.neardup.hadoop.io;

import java.nio.charset.StandardCharsets;

/** A document a line; the id is {@code name:line}, counted from 1. */
final class NumberedLines implements LineRangeReader.LineParser {

  private final byte[] prefix;
  private final long linesBefore;

  NumberedLines(String name, long linesBefore) {
    this.prefix = (name + ":").getBytes(StandardCharsets.UTF_8);
    this.linesBefore = linesBefore;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record) {
    byte[] number = Long.toString(linesBefore + lineNumber).getBytes(StandardCharsets.US_ASCII);
    record.id().append(prefix, 0, prefix.length);
    record.id().append(number, 0, number.length);
    record.setText(bytes, offset, length);
  }
}
