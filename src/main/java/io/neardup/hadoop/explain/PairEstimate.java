package io.neardup.hadoop.explain;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;

/**
 * A number of pairs of the corpus, from those of a sample, with its variance. A pair of the sample
 * counts for as many as there are for each that is sampled.
 *
 * <p>Pairs are not independent: those of a document, and of the documents around it, are met or
 * missed together. So the variance is the jackknife's over stretches (Efron and Stein, 1981: what a
 * number of pairs loses with each stretch), less what it counts twice: the chance that a single
 * pair is met, once for each of its two stretches.
 *
 * <p>Memory: 24 bytes a stretch that has pairs. Not safe for use by several threads.
 */
final class PairEstimate {

  private final Long2DoubleOpenHashMap ofStretch = new Long2DoubleOpenHashMap();
  private double total;
  private double squares; // of the weights of pairs across stretches
  private double largest; // weight

  /**
   * Adds a sampled pair.
   *
   * @param stretch of one document
   * @param other stretch of the other one
   * @param weight how many pairs of the corpus it counts for
   */
  void add(long stretch, long other, double weight) {
    total += weight;
    largest = Math.max(largest, weight);
    ofStretch.addTo(stretch, weight);
    if (stretch != other) {
      ofStretch.addTo(other, weight);
      squares += weight * weight;
    }
  }

  /** Returns the number of pairs of the corpus. */
  double total() {
    return total;
  }

  /** Returns the variance of independent pairs: what a sample twice as large divides by four. */
  double pairVariance() {
    return squares;
  }

  /**
   * Returns the variance beyond that, because some stretches have more pairs than others: what a
   * sample twice as large halves.
   *
   * @param stretches of the sample, with pairs or without
   */
  double stretchVariance(int stretches) {
    double sum = 0;
    double sumOfSquares = 0;
    for (double influence : ofStretch.values()) {
      sum += influence;
      sumOfSquares += influence * influence;
    }
    double deviations =
        stretches < 2
            ? sumOfSquares
            : (sumOfSquares - sum * sum / stretches) * stretches / (stretches - 1);
    return Math.max(0, deviations - 2 * squares);
  }
}
