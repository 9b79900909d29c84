package io.neardup.lsh;

/**
 * How many slots the signatures of a similar pair agree in at least: the cheap signature filter of
 * verification (MMDS 3.4.3 step 6, with a bound on what it may lose).
 *
 * <p>A slot of two signatures agrees with probability J, the Jaccard similarity of the columns
 * (MMDS 3.3.3), so the agreement of n independent slots is binomial, Bin(n, J). To ask for an
 * agreement of n&middot;t would lose about half of the pairs with J = t; this class says which
 * agreement is so low that a pair with J &ge; t shows it only with a given small probability.
 */
public final class AgreementBound {

  private AgreementBound() {}

  /**
   * Returns the largest integer a such that P[Bin({@code slots}, {@code threshold}) &lt; a] is at
   * most {@code maxMissRate}. A candidate pair that agrees in fewer than a slots may be dropped:
   * each pair with Jaccard similarity at or above the threshold is lost with probability at most
   * {@code maxMissRate}, because Bin(n, J) only grows with J, and slots that agree by a collision
   * of their 32-bit values only add to it.
   *
   * <p>For the scheme {@code fast} the agreement has the same mean and is more concentrated: the
   * binomial's Chernoff bounds are proved for it (Dahlgaard, Knudsen, Thorup 2017), and measured
   * tails lie below the binomial's for small and large sets alike.
   *
   * <p>The tail is summed term by term in log space, in O(slots) time; its relative error is below
   * 10<sup>&minus;9</sup>, so a tail that close to {@code maxMissRate} may count on either side.
   * Deterministic on every machine.
   *
   * @param slots n, the slots of a signature, at least 1
   * @param threshold t, a Jaccard similarity, 0 to 1
   * @param maxMissRate the probability with which a pair at the threshold may be lost, at least 0,
   *     below 1
   * @return a, 0 to {@code slots}; 0 (drop nothing) if {@code threshold} is 0, or if {@code
   *     maxMissRate} is 0 and {@code threshold} below 1; {@code slots} if {@code threshold} is 1,
   *     where signatures are equal for certain
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static int minimumAgreement(int slots, double threshold, double maxMissRate) {
    if (slots < 1) {
      throw new IllegalArgumentException("slots must be at least 1: " + slots);
    }
    BandingScheme.checkUnit("threshold", threshold);
    if (!(maxMissRate >= 0 && maxMissRate < 1)) {
      throw new IllegalArgumentException(
          "maxMissRate must be at least 0 and below 1: " + maxMissRate);
    }
    if (threshold == 0) {
      return 0;
    }
    if (threshold == 1) {
      return slots;
    }
    double logMax = StrictMath.log(maxMissRate);
    double logOdds = StrictMath.log(threshold) - StrictMath.log1p(-threshold);
    double logTerm = slots * StrictMath.log1p(-threshold);
    double logTail = logTerm;
    int agreement = 0;
    // Here logTail is that of P[Bin <= agreement].
    while (logTail <= logMax && agreement < slots) {
      logTerm += StrictMath.log((slots - agreement) / (agreement + 1.0)) + logOdds;
      logTail = logSum(logTail, logTerm);
      agreement++;
    }
    return agreement;
  }

  private static double logSum(double logX, double logY) {
    double larger = Math.max(logX, logY);
    return larger + StrictMath.log1p(StrictMath.exp(Math.min(logX, logY) - larger));
  }
}
