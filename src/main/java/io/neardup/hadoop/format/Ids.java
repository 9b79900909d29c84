package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;

/**
 * Checks ids. A good id is a text of its charset without tab or line break, not empty and not longer than a
 * limit.
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
}
