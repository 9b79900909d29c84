package io.neardup.config;

import java.util.Locale;

/** Numbers, and what they count in words: {@code 1 document}, {@code 2,000 documents}. */
public final class Quantity {

  private Quantity() {}

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
}
