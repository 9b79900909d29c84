package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.LineBuilder;
import java.util.Locale;

/** Similarities as text: six decimals, rounded half up, as {@code String.format} writes them. */
final class SixDecimals {

  private static final int MILLION = 1_000_000;

  /** From this divisor on, a quotient as a double may round differently from the exact quotient. */
  private static final int LARGE = 10_000_000;

  private SixDecimals() {}

  /**
   * Appends a quotient.
   *
   * @param dividend 0 to {@code divisor}
   * @param divisor 1 or more
   */
  static void append(LineBuilder line, int dividend, int divisor) {
    if (divisor >= LARGE) {
      line.append(String.format(Locale.ROOT, "%.6f", (double) dividend / divisor));
      return;
    }
    line.appendMillionths((2L * MILLION * dividend + divisor) / (2L * divisor));
  }
}
