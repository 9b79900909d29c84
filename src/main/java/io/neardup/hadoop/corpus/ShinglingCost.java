package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.Settings;

/** The time that shingling takes. */
public final class ShinglingCost {

  // Nanoseconds a byte of text, on one core at 2.5 GHz (performance.md, "Before a run").
  private static final double CHARACTERS = 2.5;
  private static final double OTHERS = 5; // words, elements

  private ShinglingCost() {}

  /**
   * Returns the core seconds for so many bytes of ASCII; other scripts take up to twice as long.
   */
  public static double seconds(Settings settings, double textBytes) {
    boolean characters = settings.get(Keys.SHINGLE_UNIT).equals("char");
    return textBytes * (characters ? CHARACTERS : OTHERS) / 1e9;
  }
}
