package io.neardup.hadoop.stage0ingest;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A string at the beginning of a record, encoded so that comparing the records byte by byte sorts
 * them as {@link String#compareTo} would. A string sorts before those that begin with it.
 *
 * <pre>
 * two bytes per character, big-endian; then two zero bytes
 * </pre>
 */
final class SortableText {

  private SortableText() {}

  /** Writes a string, which must not contain the character U+0000. */
  static void write(DataOutput out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_16BE));
    out.writeShort(0);
  }

  /**
   * Returns the length in bytes of the string at the beginning of a record, without the two zero
   * bytes.
   */
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
