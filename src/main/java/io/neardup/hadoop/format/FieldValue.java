package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** The value of a field as UTF-8; reused from record to record. */
public final class FieldValue {

  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private byte[] bytes = new byte[0];
  private int offset;
  private int length;
  private boolean present;

  /** Makes this no value. */
  public void clear() {
    present = false;
    bytes = new byte[0]; // not to hold what it came from
    offset = 0;
    length = 0;
  }

  /** Makes this a stretch of an array, which is not copied. */
  public void set(byte[] newBytes, int newOffset, int newLength) {
    bytes = newBytes;
    offset = newOffset;
    length = newLength;
    present = true;
  }

  /** Makes this a text. Surrogates without their other half become U+FFFD. */
  public void set(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    // Java writes a question mark for such a surrogate: only then is it looked for.
    if (Utf8.indexOf(encoded, 0, encoded.length, '?') < encoded.length && hasSurrogates(value)) {
      encoded = LONE_SURROGATE.matcher(value).replaceAll("\uFFFD").getBytes(StandardCharsets.UTF_8);
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

  private static boolean hasSurrogates(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether there is a value. */
  public boolean isPresent() {
    return present;
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
    return present ? new String(bytes, offset, length, StandardCharsets.UTF_8) : null;
  }
}
