package io.neardup.hadoop.explain;

import java.util.Locale;

/** Formats bytes, times and counts for people, with about three digits. */
final class Quantities {

  private static final int DAY = 86_400;
  private static final int HOUR = 3_600;
  private static final int MINUTE = 60;

  private Quantities() {}

  /** Returns bytes with a unit of powers of 1,000. */
  static String bytes(double bytes) {
    return words(bytes, "B", "kB", "MB", "GB", "TB", "PB");
  }

  /** Returns a count, with all its digits if it is below a million. */
  static String count(double count) {
    return count < 999_500
        ? String.format(Locale.ROOT, "%,.0f", count)
        : words(count / 1e6, "million", "billion", "trillion", "quadrillion");
  }

  private static String words(double number, String... units) {
    double scaled = number;
    int unit = 0;
    while (scaled >= 999.5 && unit < units.length - 1) {
      scaled /= 1000;
      unit++;
    }
    boolean whole = scaled >= 99.95 || units[unit].equals("B");
    String format = whole ? "%.0f %s" : scaled >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, scaled, units[unit]);
  }

  /** Returns seconds, in the unit that fits. */
  static String time(double seconds) {
    if (seconds >= 2 * DAY) {
      return String.format(Locale.ROOT, "%.1f d", seconds / DAY);
    }
    if (seconds >= 2 * HOUR) {
      return String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
    }
    if (seconds >= 2 * MINUTE) {
      return String.format(Locale.ROOT, "%.1f min", seconds / MINUTE);
    }
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
