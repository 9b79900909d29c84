package io.neardup.hadoop.format.text;

import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.SourceRecord;
import java.nio.charset.StandardCharsets;

/** A document a line; the id is {@code name:line}, counted from 1. */
final class NumberedLines implements Lines.LineParser {

  private final byte[] prefix;
  private final int maxId;

  NumberedLines(String name, int maxId) {
    this.prefix = (name + ":").getBytes(StandardCharsets.UTF_8);
    this.maxId = maxId;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long line, SourceRecord record) {
    if (Ids.setNumbered(record, prefix, line, maxId)) {
      record.setText(bytes, offset, length);
    }
  }
}
