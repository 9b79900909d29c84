package io.neardup.audit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How many near-duplicates the sampled documents have, and how many of them were found; from this,
 * the recall of pairs. The order of the documents does not matter, and tallies of parts of the
 * sample can be added: all sums are exact.
 *
 * <p>Pairs of one document are found or missed together, so the recall is a ratio of sums over
 * documents, not a share of independent pairs. Its interval is that of {@link Share} for as many
 * independent pairs as would have the same variance. Not safe for use by several threads.
 */
public final class PairTally {

  /** With fewer documents that miss a pair, the variance among them says too little. */
  static final int MIN_MISSING = 30;

  // The sums of these over the documents that have a near-duplicate, by index.
  private static final int MISSING = 0; // 1 if it misses one
  private static final int PARTNERS = 1; // p
  private static final int FOUND = 2; // f
  private static final int PARTNERS_SQUARED = 3; // p * p
  private static final int FOUND_SQUARED = 4; // f * f
  private static final int PRODUCT = 5; // f * p

  private final BigInteger[] sums = new BigInteger[PRODUCT + 1];

  /** Makes a tally of no document. */
  public PairTally() {
    Arrays.fill(sums, BigInteger.ZERO);
  }

  /**
   * Adds a sampled document.
   *
   * @param found f, how many of its near-duplicates were found, 0 to p
   * @param partners p, how many near-duplicates it has
   */
  public void add(long found, long partners) {
    if (found < 0 || found > partners) {
      throw new IllegalArgumentException(found + " of " + partners);
    }
    if (partners > 0) {
      BigInteger f = BigInteger.valueOf(found);
      BigInteger p = BigInteger.valueOf(partners);
      BigInteger misses = found < partners ? BigInteger.ONE : BigInteger.ZERO;
      add(misses, p, f, p.multiply(p), f.multiply(f), f.multiply(p));
    }
  }

  /** Adds the documents of another tally. */
  public void add(PairTally other) {
    add(other.sums);
  }

  private void add(BigInteger... others) {
    Arrays.setAll(sums, i -> sums[i].add(others[i]));
  }

  /** Returns how many sampled documents miss a near-duplicate. */
  public long missing() {
    return sums[MISSING].longValueExact();
  }

  /**
   * Returns the recall, r = Σf / Σp.
   *
   * @param sample m, how many documents were sampled, with or without a near-duplicate
   * @param corpus D, how many documents there are
   */
  public Share recall(long sample, long corpus) {
    long number = sums[FOUND].longValueExact();
    long of = sums[PARTNERS].longValueExact();
    if (of == 0 || sample >= corpus) {
      return Share.exact(number, of);
    }
    return Share.ofEffective(number, of, Math.min((double) of, effective(sample, corpus)));
  }

  /** Returns n*, r(1 − r) / v, or fewer where v is 0 or uncertain. */
  private double effective(long sample, long corpus) {
    BigInteger partners = sums[PARTNERS];
    BigInteger found = sums[FOUND];
    // The effective number of documents, if each found all of its pairs or none.
    double byDocument = quotient(partners.pow(2), sums[PARTNERS_SQUARED]);
    // Σ(f − r·p)² · (Σp)², a whole number, so that 0 is recognized.
    BigInteger deviations =
        partners
            .pow(2)
            .multiply(sums[FOUND_SQUARED])
            .subtract(found.multiply(partners).multiply(sums[PRODUCT]).shiftLeft(1))
            .add(found.pow(2).multiply(sums[PARTNERS_SQUARED]));
    if (deviations.signum() == 0 || sample < 2) {
      return byDocument;
    }
    double r = quotient(found, partners);
    double ofSample = (1 - (double) sample / corpus) * sample / (sample - 1);
    double variance = ofSample * quotient(deviations, partners.pow(4));
    double effective = r * (1 - r) / variance;
    return missing() < MIN_MISSING ? Math.min(effective, byDocument) : effective;
  }

  private static double quotient(BigInteger dividend, BigInteger divisor) {
    return new BigDecimal(dividend)
        .divide(new BigDecimal(divisor), MathContext.DECIMAL64)
        .doubleValue();
  }

  /** Returns the sums as numbers separated by spaces, for {@link #parse}. */
  @Override
  public String toString() {
    return Arrays.stream(sums).map(String::valueOf).collect(Collectors.joining(" "));
  }

  /** Returns the tally that {@link #toString} wrote. */
  public static PairTally parse(String text) {
    BigInteger[] sums =
        Arrays.stream(text.split(" ", -1)).map(BigInteger::new).toArray(BigInteger[]::new);
    PairTally tally = new PairTally();
    if (sums.length != tally.sums.length) {
      throw new IllegalArgumentException("not a tally: " + text);
    }
    tally.add(sums);
    return tally;
  }
}
