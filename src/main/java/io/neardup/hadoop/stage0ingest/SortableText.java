package io.neardup.hadoop.stage0ingest;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Strings at the beginning of records that are compared byte by byte: they sort as {@link
 * String#compareTo} does, a string before those that it begins.
 *
 * <pre>
 * two bytes a character, big-endian; two bytes of zeros
 * </pre>
 */
final class SortableText {

  private SortableText() {}

  /** Writes a string without a character of number zero. */
  static void write(DataOutput out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_16BE));
    out.writeShort(0);
  }

  /** Returns how many bytes the string at the beginning of a record has, without the zeros. */
  static int length(byte[] record) {
    int length = 0;
    while (record[length] != 0 || record[length + 1] != 0) {
      length += 2;
    }
    return length;
  }

  /** Returns the string at the beginning of a record. */
  static String read(byte[] record) {
    return new String(record, 0, length(record), StandardCharsets.UTF_16BE);
  }
}
