package io.neardup.hadoop.explain;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;

/**
 * A number of pairs of the corpus, estimated from the pairs of a sample, with its variance. The
 * weight of a sampled pair is the number of pairs of the corpus that it stands for.
 *
 * <p>Pairs are not independent: the pairs of neighbouring documents are sampled or missed together.
 * The variance is therefore that of the jackknife over stretches (Efron and Stein, 1981), which
 * removes each stretch with its pairs in turn. The variance of single pairs is subtracted once, as
 * the jackknife counts it twice, once for each of a pair's two stretches.
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

  /** Returns the variance of independent pairs; doubling the sample divides it by four. */
  double pairVariance() {
    return squares;
  }

  /**
   * Returns the additional variance because some stretches have more pairs than others; doubling
   * the sample halves it.
   *
   * @param stretches the number of stretches of the sample, with pairs or without
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
