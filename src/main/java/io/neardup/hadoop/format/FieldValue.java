package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The value of a field as UTF-8; reused from record to record. */
public final class FieldValue {

  private byte[] bytes; // null if there is no value
  private int offset;
  private int length;

  /** Makes this no value. */
  public void clear() {
    bytes = null;
  }

  /** Makes this a stretch of an array, which is not copied. */
  public void set(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
  }

  /** Makes this a text. Unpaired surrogates become U+FFFD. */
  public void set(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    // Java encodes an unpaired surrogate as a question mark.
    if (Utf8.indexOf(encoded, 0, encoded.length, '?') < encoded.length
        && !new String(encoded, StandardCharsets.UTF_8).equals(value)) {
      encoded = value.replaceAll("\\p{Cs}", "\uFFFD").getBytes(StandardCharsets.UTF_8);
    }
    set(encoded, 0, encoded.length);
  }

  /**
   * Returns a point in time as ISO 8601 has it, such as {@code 2026-01-02T03:04:05.678Z}.
   *
   * @param time since 1970
   * @param unit of the time: milliseconds, microseconds or nanoseconds
   * @param utc whether it is UTC; else it is a local time, which has no Z at its end
   */
  public static String time(long time, ChronoUnit unit, boolean utc) {
    String text = Instant.EPOCH.plus(time, unit).toString();
    return utc ? text : text.substring(0, text.length() - 1);
  }

  /** Returns whether there is a value. */
  public boolean isPresent() {
    return bytes != null;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** Returns the value, null if there is none. */
  public String string() {
    return isPresent() ? new String(bytes, offset, length, StandardCharsets.UTF_8) : null;
  }
}
