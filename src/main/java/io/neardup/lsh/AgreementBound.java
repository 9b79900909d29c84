package io.neardup.lsh;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The smallest number of slots in which the signatures of a similar pair must agree: the bound of
 * the signature filter in verification (MMDS 3.4.3 step 6, with a limit on the miss rate).
 *
 * <p>A slot of two signatures agrees with probability J, the Jaccard similarity of the columns
 * (MMDS 3.3.3), so the number of agreeing slots among n independent ones is binomial, Bin(n, J). A
 * filter that required n&middot;t agreeing slots would lose about half of the pairs with J = t.
 * This class computes a lower bound, which a pair with J &ge; t misses only with a given small
 * probability.
 */
public final class AgreementBound {

  private AgreementBound() {}

  /**
   * Returns the largest integer a such that P[Bin({@code slots}, {@code threshold}) &lt; a] is at
   * most {@code maxMissRate}. A candidate pair that agrees in fewer than a slots may be dropped:
   * each pair with Jaccard similarity at or above the threshold is lost with probability at most
   * {@code maxMissRate}. The reason: Bin(n, J) only grows with J, and collisions of 32-bit slots
   * only add to the agreement.
   *
   * <p>For the scheme {@code fast} the agreement has the same mean and is more concentrated: the
   * binomial's Chernoff bounds are proved for it (Dahlgaard, Knudsen, Thorup 2017), and measured
   * tails lie below the binomial's for small and large sets alike.
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
    if (threshold == 1) {
      return slots;
    }
    if (threshold == 0 || maxMissRate == 0) {
      return 0;
    }
    BinomialDistribution agreeing = BinomialDistribution.of(slots, threshold);
    int agreement = agreeing.inverseCumulativeProbability(maxMissRate);
    while (agreeing.cumulativeProbability(agreement) <= maxMissRate) {
      agreement++;
    }
    return agreement;
  }
}
