package io.neardup.hadoop.explain;

/** The gamma distribution of scale 1. */
final class Gamma {

  /** From this shape on, the cube root of the variable is normal to within 0.1 %. */
  private static final double LARGE = 100;

  private static final double NORMAL = 1.959963984540054; // its 0.975 quantile

  private Gamma() {}

  /**
   * Returns a quantile: the number that the variable does not exceed with a probability.
   *
   * @param shape above 0
   * @param probability 0.025 or 0.975 where the shape is 100 or more, else above 0 and below 1
   */
  static double quantile(double shape, double probability) {
    if (shape >= LARGE) { // Wilson and Hilferty, 1931
      double z = probability < 0.5 ? -NORMAL : NORMAL;
      return shape * Math.pow(1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape)), 3);
    }
    double low = 0;
    double high = shape + 40 * Math.sqrt(shape) + 40;
    while (high - low > 1e-9 * high && high > 1e-12) {
      double middle = (low + high) / 2;
      if (cumulative(shape, middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Returns the probability that the variable is at most x, by its series (DLMF 8.11.4). */
  private static double cumulative(double shape, double x) {
    if (x == 0) {
      return 0;
    }
    double term = Math.exp(shape * Math.log(x) - x - logGamma(shape + 1));
    double sum = term;
    for (double k = shape + 1; term > 1e-16 * sum; k++) {
      term *= x / k;
      sum += term;
    }
    return sum;
  }

  /** Returns the logarithm of the gamma function of x &gt; 0, by Stirling's series. */
  private static double logGamma(double x) {
    double shifted = x;
    double product = 1;
    for (; shifted < 10; shifted++) {
      product *= shifted;
    }
    double inverse = 1 / (shifted * shifted);
    return (shifted - 0.5) * Math.log(shifted)
        - shifted
        + 0.5 * Math.log(2 * Math.PI)
        + (1 - inverse * (1.0 / 30 - inverse / 105)) / (12 * shifted)
        - Math.log(product);
  }
}
