package io.neardup.hadoop.explain;

/**
 * A number of pairs of a sample, those within a stretch and those across stretches apart: of a
 * sample of a share f of the corpus, f of the former are seen and f² of the latter.
 */
final class PairCount {

  private double within;
  private double across;

  /** Adds pairs. */
  void add(boolean sameStretch, double pairs) {
    if (sameStretch) {
      within += pairs;
    } else {
      across += pairs;
    }
  }

  /** Returns how many there are in the sample. */
  double sampled() {
    return within + across;
  }

  /** Returns how many a corpus has of which the sample is such a share, above 0, at most 1. */
  double ofCorpus(double share) {
    return within / share + across / (share * share);
  }
}
