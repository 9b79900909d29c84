package io.neardup.config;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * A limit on a part of a total: a number, or a share of the total.
 *
 * @param number the limit; not used if there is a share
 * @param percent the limit as a share, 0 to 100; negative if there is a number
 */
public record Allowance(long number, double percent) {

  /**
   * Parses a text such as {@code 20} or {@code 0.5%}; IllegalArgumentException if it is neither a
   * number from 0 nor a share from 0% to 100%.
   */
  static Allowance parse(String text) {
    boolean isShare = text.endsWith("%");
    double percent = isShare ? Double.parseDouble(text.substring(0, text.length() - 1)) : -1;
    long number = isShare ? 0 : Long.parseLong(text);
    if (number < 0 || (isShare && !(percent >= 0 && percent <= 100))) {
      throw new IllegalArgumentException("out of range");
    }
    return new Allowance(number, percent);
  }

  /** Returns how many of a total are allowed: at most the share. */
  public long of(long total) {
    return percent < 0
        ? number
        : BigDecimal.valueOf(percent)
            .multiply(BigDecimal.valueOf(total))
            .movePointLeft(2)
            .longValue(); // exact, and rounded down
  }

  @Override
  public String toString() {
    if (percent < 0) {
      return Long.toString(number);
    }
    String text = String.format(Locale.ROOT, "%s", percent);
    return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "%";
  }
}
