package io.neardup.lsh;

import org.apache.commons.numbers.gamma.IncompleteBeta;

/**
 * The division of a signature of n = b&middot;r slots into b bands of r rows, and the S-curve that
 * follows from it: two columns become a candidate pair when they agree in all r slots of at least
 * one band (MMDS 3.4.1).
 *
 * <p>All probabilities treat the slots as independent, each agreeing with probability s, the
 * Jaccard similarity of the two columns (MMDS 3.4.2). Similarities, thresholds and probabilities
 * are 0 to 1; others are refused with an IllegalArgumentException. Immutable; results, but for
 * areas, are the same on every machine.
 *
 * @param bands b, the number of bands, 1 to 65,535
 * @param rows r, the slots of one band, at least 1
 */
public record BandingScheme(int bands, int rows) {

  /** The largest number of bands: a band's number fits into an unsigned 16-bit integer. */
  public static final int MAX_BANDS = 65_535;

  /** The largest number of slots, b&middot;r. */
  public static final int MAX_SLOTS = 32_767;

  /**
   * Checks the scheme.
   *
   * @throws IllegalArgumentException if {@code bands} is not in 1 to {@value #MAX_BANDS}, {@code
   *     rows} is less than 1, or {@code bands * rows} is more than {@value #MAX_SLOTS}
   */
  public BandingScheme {
    if (bands < 1 || bands > MAX_BANDS) {
      throw new IllegalArgumentException("bands must be in 1 to " + MAX_BANDS + ": " + bands);
    }
    if (rows < 1) {
      throw new IllegalArgumentException("rows must be at least 1: " + rows);
    }
    if ((long) bands * rows > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "bands x rows must be at most " + MAX_SLOTS + " slots: " + bands + " x " + rows);
    }
  }

  /** Returns the length n = b&middot;r of the signature, in slots. */
  public int slots() {
    return bands * rows;
  }

  /**
   * Returns the probability that two columns become a candidate pair: 1 &minus; (1 &minus;
   * s<sup>r</sup>)<sup>b</sup>, the S-curve (MMDS 3.4.2). Increasing in s; accurate to a few units
   * in the last place also where s<sup>r</sup> is tiny.
   */
  public double candidateProbability(double s) {
    checkUnit("similarity", s);
    return -StrictMath.expm1(bands * StrictMath.log1p(-StrictMath.pow(s, rows)));
  }

  /**
   * Returns the similarity at which the S-curve has the given height: (1 &minus; (1 &minus;
   * p)<sup>1/b</sup>)<sup>1/r</sup>, the inverse of {@link #candidateProbability}.
   */
  public double similarityAt(double p) {
    checkUnit("probability", p);
    return StrictMath.pow(-StrictMath.expm1(StrictMath.log1p(-p) / bands), 1.0 / rows);
  }

  /**
   * Returns the usual estimate of the threshold, (1/b)<sup>1/r</sup>: roughly where the curve rises
   * most steeply (MMDS 3.4.2). It lies above {@link #halfPoint()}: the height of the curve there is
   * 1 &minus; (1 &minus; 1/b)<sup>b</sup>, at least 0.632.
   */
  public double estimatedThreshold() {
    return StrictMath.pow(1.0 / bands, 1.0 / rows);
  }

  /** Returns the similarity at which the curve is exactly one half (MMDS Exercise 3.4.2). */
  public double halfPoint() {
    return similarityAt(0.5);
  }

  /**
   * Returns the approximation 1 &minus; e<sup>&minus;b&middot;s^r</sup> of the curve for small
   * s<sup>r</sup> (MMDS Exercise 3.4.3). Never above the curve.
   */
  public double smallSimilarityApproximation(double s) {
    checkUnit("similarity", s);
    return -StrictMath.expm1(-bands * StrictMath.pow(s, rows));
  }

  /**
   * Returns the area under the curve below the threshold: the expected share of false candidates if
   * similarities were spread evenly over 0 to 1. The absolute error is below 10<sup>&minus;8</sup>
   * for every scheme.
   */
  public double falsePositiveArea(double t) {
    return Math.max(0, t - areaAbove(t));
  }

  /**
   * Returns the area above the curve beyond the threshold: the expected share of missed pairs if
   * similarities were spread evenly over 0 to 1. Accuracy as for {@link #falsePositiveArea}.
   */
  public double falseNegativeArea(double t) {
    return Math.max(0, areaAbove(1) - areaAbove(t));
  }

  /**
   * Returns the area above the curve from similarity 0 to t, the integral of (1 &minus;
   * s<sup>r</sup>)<sup>b</sup>: with u = s<sup>r</sup>, an incomplete beta function.
   */
  private double areaAbove(double t) {
    checkUnit("threshold", t);
    double u = StrictMath.pow(t, rows);
    return u < Double.MIN_NORMAL ? t : IncompleteBeta.value(u, 1.0 / rows, bands + 1.0) / rows;
  }

  /** Also refuses NaN. */
  static void checkUnit(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be in 0 to 1: " + value);
    }
  }
}
