package io.neardup.audit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A share that was estimated from a sample, with a 95 % confidence interval. Numbers have six
 * decimals; the ends of the interval are rounded outwards.
 *
 * @param estimate the share, 0 to 1; null if nothing of the kind was sampled
 * @param low the lower end of the interval, at most {@code estimate}; null as above
 * @param high the upper end, at least {@code estimate}; null as above
 * @param number how many in the sample count
 * @param of how many there are in the sample
 * @param effectiveOf n*, the number of independent observations that would be as precise; null if
 *     {@code of} is 0 or the sample is everything
 */
public record Share(
    Double estimate, Double low, Double high, long number, long of, Double effectiveOf) {

  private static final double TAIL = 0.025;
  private static final int DECIMALS = 6;

  /** Returns the share of something of which everything is known; without one if it is nothing. */
  static Share exact(long number, long of) {
    if (of == 0) {
      return new Share(null, null, null, 0, 0, null);
    }
    double share = round((double) number / of, RoundingMode.HALF_UP);
    return new Share(share, share, share, number, of, null);
  }

  /** Returns a share among independent observations, which may be all there are, not a sample. */
  public static Share ofCount(long number, long of, boolean everything) {
    return everything || of == 0 ? exact(number, of) : ofEffective(number, of, (double) of);
  }

  /**
   * Returns a share with the interval of Clopper and Pearson (1934) for n* observations, of which
   * the same share counts.
   *
   * @param effectiveOf n*, above 0; need not be whole
   */
  static Share ofEffective(long number, long of, double effectiveOf) {
    double share = (double) number / of;
    double x = share * effectiveOf;
    double low = number == 0 ? 0 : quantile(x, effectiveOf - x + 1, TAIL);
    double high = number == of ? 1 : quantile(x + 1, effectiveOf - x, 1 - TAIL);
    double rounded = round(share, RoundingMode.HALF_UP);
    return new Share(
        rounded,
        Math.min(rounded, round(low, RoundingMode.FLOOR)),
        Math.max(rounded, round(high, RoundingMode.CEILING)),
        number,
        of,
        round(effectiveOf, RoundingMode.HALF_UP));
  }

  private static double quantile(double alpha, double beta, double probability) {
    return BetaDistribution.of(alpha, beta).inverseCumulativeProbability(probability);
  }

  private static double round(double number, RoundingMode mode) {
    return new BigDecimal(number).setScale(DECIMALS, mode).doubleValue();
  }
}
