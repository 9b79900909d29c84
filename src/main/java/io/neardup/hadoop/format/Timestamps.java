package io.neardup.hadoop.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time as ids. */
public final class Timestamps {

  private Timestamps() {}

  /**
   * Returns a point in time as ISO 8601 has it, such as {@code 2026-01-02T03:04:05.678Z}.
   *
   * @param value since 1970
   * @param unit of the value: milliseconds, microseconds or nanoseconds
   * @param utc whether it is UTC; else it is a local time, which has no Z at its end
   */
  public static String text(long value, ChronoUnit unit, boolean utc) {
    String text = Instant.EPOCH.plus(value, unit).toString();
    return utc ? text : text.substring(0, text.length() - 1);
  }
}
