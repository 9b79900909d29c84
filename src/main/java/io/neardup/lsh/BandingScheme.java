package io.neardup.lsh;

import java.util.function.DoubleUnaryOperator;

/**
 * The division of a signature of n = b&middot;r slots into b bands of r rows, and the S-curve that
 * follows from it: two columns become a candidate pair when they agree in all r slots of at least
 * one band (MMDS 3.4.1).
 *
 * <p>All probabilities treat the slots as independent, each agreeing with probability s, the
 * Jaccard similarity of the two columns (MMDS 3.4.2). Similarities, thresholds and probabilities
 * are 0 to 1; others are refused with an IllegalArgumentException. Immutable; results are the same
 * on every machine.
 *
 * @param bands b, the number of bands, 1 to 65,535
 * @param rows r, the slots of one band, at least 1
 */
public record BandingScheme(int bands, int rows) {

  /** The largest number of bands: a band's number fits into an unsigned 16-bit integer. */
  public static final int MAX_BANDS = 65_535;

  /** The largest number of slots, b&middot;r. */
  public static final int MAX_SLOTS = 32_767;

  /*
   * Heights of the curve that separate the panels of the quadrature. Either ln(s^r) or b·s^r shapes
   * the curve; in that quantity, neighbouring heights are at most 7 apart for all b and r. Eight
   * nodes are plenty on such a panel, however steep the curve is in s.
   */
  private static final double[] PANEL_HEIGHTS = {
    1e-9, 1e-6, 1e-4, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999, 1 - 1e-6, 1 - 1e-9
  };

  /* Positive nodes and weights of the Gauss-Legendre rule of 8 points on [-1, 1]. */
  private static final double[] GAUSS_NODES = {
    0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363
  };
  private static final double[] GAUSS_WEIGHTS = {
    0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763
  };

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
   * similarities were spread evenly over 0 to 1.
   *
   * <p>Quadrature: Gauss-Legendre of 8 points on panels that end where the curve has fixed heights
   * between 10<sup>&minus;9</sup> and 1 &minus; 10<sup>&minus;9</sup>. Below the first height, the
   * area of b&middot;s<sup>r</sup>, in closed form, is used. The absolute error is below
   * 10<sup>&minus;8</sup> for every scheme.
   */
  public double falsePositiveArea(double t) {
    checkUnit("threshold", t);
    double foot = Math.min(t, similarityAt(PANEL_HEIGHTS[0]));
    double footArea = bands * StrictMath.pow(foot, rows + 1.0) / (rows + 1.0);
    return footArea + integrate(this::candidateProbability, foot, t);
  }

  /**
   * Returns the area above the curve beyond the threshold: the expected share of missed pairs if
   * similarities were spread evenly over 0 to 1. Quadrature and accuracy as for {@link
   * #falsePositiveArea}.
   */
  public double falseNegativeArea(double t) {
    checkUnit("threshold", t);
    return integrate(this::missProbability, t, 1);
  }

  private double missProbability(double s) {
    return StrictMath.exp(bands * StrictMath.log1p(-StrictMath.pow(s, rows)));
  }

  private double integrate(DoubleUnaryOperator f, double from, double to) {
    double area = 0;
    double left = from;
    for (double height : PANEL_HEIGHTS) {
      double right = Math.min(similarityAt(height), to);
      if (right > left) {
        area += gauss(f, left, right);
        left = right;
      }
    }
    return area + gauss(f, left, to);
  }

  private static double gauss(DoubleUnaryOperator f, double left, double right) {
    double centre = (left + right) / 2;
    double half = (right - left) / 2;
    double sum = 0;
    for (int i = 0; i < GAUSS_NODES.length; i++) {
      double step = half * GAUSS_NODES[i];
      sum += GAUSS_WEIGHTS[i] * (f.applyAsDouble(centre - step) + f.applyAsDouble(centre + step));
    }
    return half * sum;
  }

  /** Also refuses NaN. */
  static void checkUnit(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be in 0 to 1: " + value);
    }
  }
}
