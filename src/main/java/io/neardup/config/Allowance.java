package io.neardup.config;

import java.util.Locale;

/**
 * A limit on a part of a total: a number, or a share of the total, rounded up.
 *
 * @param number the limit; not used if there is a share
 * @param percent the limit as a share, 0 to 100; negative if there is a number
 */
public record Allowance(long number, double percent) {

  /**
   * Parses a text such as {@code 20} or {@code 0.5%}.
   *
   * @throws IllegalArgumentException if it is neither a number from 0 nor a share from 0% to 100%
   */
  static Allowance parse(String text) {
    if (text.endsWith("%")) {
      double percent = Double.parseDouble(text.substring(0, text.length() - 1));
      if (!(percent >= 0 && percent <= 100)) {
        throw new IllegalArgumentException("out of range");
      }
      return new Allowance(0, percent);
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new IllegalArgumentException("out of range");
    }
    return new Allowance(number, -1);
  }

  /**
   * Returns how many of a total are allowed. A share is rounded up, but one below 100% never allows
   * the whole total.
   */
  public long of(long total) {
    if (percent < 0) {
      return number;
    }
    long share = (long) Math.ceil(total * percent / 100);
    return percent < 100 ? Math.min(share, Math.max(0, total - 1)) : share;
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
