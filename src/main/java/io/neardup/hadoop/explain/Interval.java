package io.neardup.hadoop.explain;

import java.util.function.DoubleFunction;

/**
 * A number that was estimated, with the ends of a 95 % confidence interval.
 *
 * <p>The interval is the gamma interval for a weighted sum of counts (Fay and Feuer, 1997, <a
 * href="https://doi.org/10.1002/(SICI)1097-0258(19970415)16:7%3C791::AID-SIM500%3E3.0.CO;2-%23"
 * >Statistics in Medicine 16</a>): the exact interval of a Poisson count, if all weights are equal;
 * otherwise that of as many counts as would have the same variance.
 *
 * @param likely the estimate
 * @param low the lower end, at most {@code likely}
 * @param high the upper end, at least {@code likely}
 */
record Interval(double likely, double low, double high) {

  private static final double TAIL = 0.025;

  /** Returns the interval of a number that is known. */
  static Interval exact(double number) {
    return new Interval(number, number, number);
  }

  /**
   * Returns the interval of an estimate.
   *
   * @param variance of the estimate, 0 or more
   * @param unseen what one more count would add, 0 if all were counted
   */
  static Interval of(double estimate, double variance, double unseen) {
    double low = estimate;
    if (estimate > 0 && variance > 0) {
      double counts = estimate * estimate / variance;
      low = Math.min(estimate, estimate / counts * Gamma.quantile(counts, TAIL));
    }
    double withUnseen = estimate + unseen;
    double itsVariance = variance + unseen * unseen;
    double high = estimate;
    if (itsVariance > 0) {
      double counts = withUnseen * withUnseen / itsVariance;
      high = Math.max(estimate, withUnseen / counts * Gamma.quantile(counts, 1 - TAIL));
    }
    return new Interval(estimate, low, high);
  }

  /** Returns the sum of two estimates; its interval has at least the same coverage. */
  Interval plus(Interval other) {
    return new Interval(likely + other.likely, low + other.low, high + other.high);
  }

  /** Returns the interval in words, or one number if both ends read the same. */
  String range(DoubleFunction<String> words) {
    return Quantities.range(low, high, words);
  }

  /** Returns whether the upper end exceeds the lower end times the factor. */
  boolean isWider(double factor) {
    return high > factor * low;
  }
}
