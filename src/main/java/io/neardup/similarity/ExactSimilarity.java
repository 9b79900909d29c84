package io.neardup.similarity;

/**
 * Similarities as integers that are ordered as the quotients are. Decimals are not: two quotients
 * may have the same six decimals, or the same double.
 */
public final class ExactSimilarity {

  private static final int BITS = 31;

  /** The greatest number: that of 1. */
  public static final long ONE = 1L << (2 * BITS);

  private ExactSimilarity() {}

  /**
   * Returns the quotient in units of 2⁻⁶², rounded down. Unequal quotients differ by more than a
   * unit, so that they have different numbers.
   *
   * @param dividend 0 to {@code divisor}
   * @param divisor 1 or more
   * @return 0 to {@link #ONE}
   */
  public static long of(int dividend, int divisor) {
    long shifted = (long) dividend << BITS;
    long high = shifted / divisor;
    long rest = shifted % divisor;
    return (high << BITS) + (rest << BITS) / divisor;
  }
}
