package io.neardup.lsh;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How documents are searched for containment: the windows of their {@link Anchors}, and how many of
 * these a candidate shares, as a formula.
 *
 * @param shingleSize k, in characters or words
 * @param minShingles the size of a document from which it has {@value Anchors#ANCHORS} own anchors
 * @param threshold the containment of a pair, above 0 to 1
 */
public record AnchorScheme(int shingleSize, int minShingles, double threshold) {

  /** The least windows of a document that is long enough, in lengths of a window. */
  private static final int WINDOWS_OF_DOCUMENT = 2;

  private static final double MAX_MISS_RATE = 0.001;

  /** No candidate needs to share more: short documents have few anchors. */
  private static final int MOST_NEEDED = 5;

  /**
   * Returns what finds the anchors of documents.
   *
   * @param sets whether these are sets, whose elements have no order
   */
  public Anchors newAnchors(boolean sets) {
    return new Anchors(sets ? 1 : window(), minShingles);
  }

  /** Edits change more of longer windows, and more documents share shorter ones by chance. */
  private int window() {
    return Math.min(shingleSize, minShingles / WINDOWS_OF_DOCUMENT);
  }

  /**
   * Returns how many anchors a candidate shares at least: as many as a pair at the threshold does,
   * but with probability 0.001, if the smaller document has {@code minShingles} or more and the
   * edits are spread evenly. An edit changes k shingles and w + k − 1 windows.
   */
  public int leastShared() {
    int bound = AgreementBound.minimumAgreement(ownOfSmallest(), unchanged(), MAX_MISS_RATE);
    return Math.max(1, Math.min(MOST_NEEDED, bound));
  }

  /** Returns how many anchors a document of {@code minShingles} owns. */
  private int ownOfSmallest() {
    return Math.min(Anchors.ANCHORS, minShingles - window() + 1);
  }

  /** Returns the share of the windows that edits do not change in a pair at the threshold. */
  public double unchanged() {
    double changed = (1 - threshold) * (window() + shingleSize - 1);
    return Math.max(0, 1 - changed / shingleSize);
  }

  /** Returns the probability with which a pair at the threshold is a candidate, likewise. */
  public double recall() {
    return 1
        - BinomialDistribution.of(ownOfSmallest(), unchanged())
            .cumulativeProbability(leastShared() - 1);
  }
}
