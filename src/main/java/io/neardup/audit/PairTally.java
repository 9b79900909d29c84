package io.neardup.audit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

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

  private static final int SUMS = 7;

  private long documents; // that have a near-duplicate
  private long missing; // documents that miss one
  private BigInteger partners = BigInteger.ZERO; // the sum of p
  private BigInteger found = BigInteger.ZERO; // of f
  private BigInteger partnersSquared = BigInteger.ZERO; // of p * p
  private BigInteger foundSquared = BigInteger.ZERO; // of f * f
  private BigInteger product = BigInteger.ZERO; // of f * p

  /** Makes a tally of no document. */
  public PairTally() {}

  /**
   * Adds a sampled document.
   *
   * @param itsFound f, how many of its near-duplicates were found, 0 to p
   * @param itsPartners p, how many near-duplicates it has
   */
  public void add(long itsFound, long itsPartners) {
    if (itsFound < 0 || itsFound > itsPartners) {
      throw new IllegalArgumentException(itsFound + " of " + itsPartners);
    }
    if (itsPartners == 0) {
      return;
    }
    documents++;
    missing += itsFound < itsPartners ? 1 : 0;
    BigInteger f = BigInteger.valueOf(itsFound);
    BigInteger p = BigInteger.valueOf(itsPartners);
    partners = partners.add(p);
    found = found.add(f);
    partnersSquared = partnersSquared.add(p.multiply(p));
    foundSquared = foundSquared.add(f.multiply(f));
    product = product.add(f.multiply(p));
  }

  /** Adds the documents of another tally. */
  public void add(PairTally other) {
    documents += other.documents;
    missing += other.missing;
    partners = partners.add(other.partners);
    found = found.add(other.found);
    partnersSquared = partnersSquared.add(other.partnersSquared);
    foundSquared = foundSquared.add(other.foundSquared);
    product = product.add(other.product);
  }

  /** Returns how many sampled documents have a near-duplicate. */
  public long documents() {
    return documents;
  }

  /** Returns how many sampled documents miss a near-duplicate. */
  public long missing() {
    return missing;
  }

  /**
   * Returns the recall, r = Σf / Σp.
   *
   * @param sample m, how many documents were sampled, with or without a near-duplicate
   * @param corpus D, how many documents there are
   */
  public Share recall(long sample, long corpus) {
    long number = found.longValueExact();
    long of = partners.longValueExact();
    if (of == 0 || sample >= corpus) {
      return Share.exact(number, of);
    }
    return Share.ofEffective(number, of, Math.min((double) of, effective(sample, corpus)));
  }

  /** Returns n*, r(1 − r) / v, or fewer where v is 0 or uncertain. */
  private double effective(long sample, long corpus) {
    // The effective number of documents, if each found all of its pairs or none.
    double byDocument = quotient(partners.multiply(partners), partnersSquared);
    // Σ(f − r·p)² · (Σp)², a whole number, so that 0 is recognized.
    BigInteger deviations =
        partners
            .multiply(partners)
            .multiply(foundSquared)
            .subtract(found.multiply(partners).multiply(product).shiftLeft(1))
            .add(found.multiply(found).multiply(partnersSquared));
    if (deviations.signum() == 0 || sample < 2) {
      return byDocument;
    }
    double r = quotient(found, partners);
    double ofSample = (1 - (double) sample / corpus) * sample / (sample - 1);
    double variance =
        ofSample
            * quotient(
                deviations, partners.multiply(partners).multiply(partners).multiply(partners));
    double effective = r * (1 - r) / variance;
    return missing < MIN_MISSING ? Math.min(effective, byDocument) : effective;
  }

  private static double quotient(BigInteger dividend, BigInteger divisor) {
    return new BigDecimal(dividend)
        .divide(new BigDecimal(divisor), MathContext.DECIMAL64)
        .doubleValue();
  }

  /** Returns the sums as numbers separated by spaces, for {@link #parse}. */
  @Override
  public String toString() {
    return documents
        + " "
        + missing
        + " "
        + partners
        + " "
        + found
        + " "
        + partnersSquared
        + " "
        + foundSquared
        + " "
        + product;
  }

  /** Returns the tally that {@link #toString} wrote. */
  public static PairTally parse(String text) {
    List<BigInteger> sums = new ArrayList<>();
    for (String number : text.split(" ", -1)) {
      sums.add(new BigInteger(number));
    }
    if (sums.size() != SUMS) {
      throw new IllegalArgumentException("not a tally: " + text);
    }
    PairTally tally = new PairTally();
    tally.documents = sums.get(0).longValueExact();
    tally.missing = sums.get(1).longValueExact();
    tally.partners = sums.get(2);
    tally.found = sums.get(3);
    tally.partnersSquared = sums.get(4);
    tally.foundSquared = sums.get(5);
    tally.product = sums.get(6);
    return tally;
  }
}
