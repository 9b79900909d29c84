package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import java.nio.charset.StandardCharsets;

/**
 * Checks ids. A good id is a text of its charset without tab or line break, not empty and not
 * longer than a limit.
 */
public final class Ids {

  private Ids() {}

  /** Sets a record's id, or marks the record as set aside; returns whether the id is good. */
  public static boolean set(
      SourceRecord record, byte[] bytes, int offset, int length, int maxLength) {
    if (length == 0) {
      record.skip(SkipReason.EMPTY_ID, "");
      return false;
    }
    if (length > maxLength) {
      record.skip(SkipReason.LONG_ID, Quantity.of(length, "byte"));
      return false;
    }
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\t' || bytes[i] == '\n' || bytes[i] == '\r') {
        record.skip(SkipReason.BAD_ID, "a tab or line break");
        return false;
      }
    }
    if (record.isMalformed(bytes, offset, length)) {
      record.skip(SkipReason.BAD_ID, "bytes that are not of its charset (" + Keys.CHARSET + ")");
      return false;
    }
    record.id().append(bytes, offset, length);
    return true;
  }

  /**
   * Sets the id {@code name:number} of a record that is numbered, or marks the record as set aside;
   * returns whether the id is good. The limit is the prefix's: while the corpus is ingested,
   * numbers count from the beginning of a range.
   *
   * @param prefix the name of the file and a colon
   */
  public static boolean setNumbered(
      SourceRecord record, byte[] prefix, long number, int maxLength) {
    if (!set(record, prefix, 0, prefix.length, maxLength)) {
      return false;
    }
    byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    record.id().append(digits, 0, digits.length);
    return true;
  }
}
