package io.neardup.config;

import java.util.Locale;

/** Numbers, and what they count in words: {@code 1 document}, {@code 2,000 documents}. */
public final class Quantity {

  private static final int DAY = 86_400;
  private static final int HOUR = 3_600;
  private static final int MINUTE = 60;

  private Quantity() {}

  /** Returns a text with numbers as {@link String#format} writes them, whatever the locale. */
  @SuppressWarnings("AnnotateFormatMethod") // its library is for compilers only
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Returns a number with a comma after each three digits, whatever the locale. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /**
   * Returns a number and its noun.
   *
   * @param number any number; written as {@link #number}
   * @param singular a noun whose plural ends in s, such as {@code record}
   */
  public static String of(long number, String singular) {
    return of(number, singular, singular + "s");
  }

  /** Returns a number and its noun, which may be irregular or a phrase. */
  public static String of(long number, String singular, String plural) {
    return number(number) + " " + (number == 1 ? singular : plural);
  }

  /** Returns the noun alone, as it follows a number in a table; its plural ends in s. */
  public static String noun(long number, String singular) {
    return number == 1 ? singular : singular + "s";
  }

  /** Returns bytes with about three digits and a unit of powers of 1,000. */
  public static String bytes(double bytes) {
    return words(bytes, "B", "kB", "MB", "GB", "TB", "PB");
  }

  /** Returns a count with about three digits, with all if it is below a million. */
  public static String count(double count) {
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
  public static String time(double seconds) {
    int unit = seconds >= 2 * DAY ? DAY : seconds >= 2 * HOUR ? HOUR : MINUTE;
    String name = unit == DAY ? "d" : unit == HOUR ? "h" : "min";
    return seconds < 2 * MINUTE
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : String.format(Locale.ROOT, "%.1f %s", seconds / unit, name);
  }
}
