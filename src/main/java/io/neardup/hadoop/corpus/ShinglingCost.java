package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.Settings;

/** The core time of shingling. */
public final class ShinglingCost {

  // Nanoseconds per byte of text on one 2.5 GHz core (performance.md, "Before a run").
  private static final double CHARACTERS = 2.5;
  private static final double OTHERS = 5; // words, elements

  private ShinglingCost() {}

  /**
   * Returns the core seconds to shingle ASCII text; other scripts take up to twice as long.
   *
   * @param textBytes the length of the text
   */
  public static double seconds(Settings settings, double textBytes) {
    boolean characters = settings.get(Keys.SHINGLE_UNIT).equals("char");
    return textBytes * (characters ? CHARACTERS : OTHERS) / 1e9;
  }
}
