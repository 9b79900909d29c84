package io.neardup.hadoop.explain;

import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;

/**
 * A number of pairs of the corpus, estimated from the pairs of a sample, with its variance. The
 * weight of a sampled pair is the number of pairs of the corpus that it stands for.
 *
 * <p>Pairs are not independent. The variance is that of the jackknife (Efron and Stein, 1981),
 * which removes each unit of the sample with its pairs in turn. Units are stretches, since pairs of
 * neighbouring documents are sampled or missed together, and sampled buckets, where removing one
 * removes the pairs that no other sampled bucket has. The variance of single pairs is subtracted
 * once from that of stretches, as the jackknife counts it twice, once for each of a pair's two
 * stretches.
 *
 * <p>Memory: 24 bytes a stretch that has pairs. Not safe for use by several threads.
 */
final class PairEstimate {

  private final Long2DoubleOpenHashMap ofStretch = new Long2DoubleOpenHashMap();
  private double total;
  private double squares; // of the weights of pairs across stretches
  private final Units buckets = new Units();
  private final Units heads = new Units();

  /**
   * Adds a sampled pair.
   *
   * @param stretch of one document
   * @param other stretch of the other one
   * @param weight how many pairs of the corpus it counts for
   */
  void add(long stretch, long other, double weight) {
    total += weight;
    ofStretch.addTo(stretch, weight);
    if (stretch != other) {
      ofStretch.addTo(other, weight);
      squares += weight * weight;
    }
  }

  /**
   * Counts a pair that shares one sampled bucket only, for the variance. The pairs of a bucket come
   * one after the other.
   */
  void addOfBucket(int band, int cell, double weight) {
    buckets.add(band, cell, weight);
  }

  /**
   * Counts a pair of a head of a large bucket, for the variance. The pairs of a head in a bucket
   * come one after the other.
   *
   * @param stride the document is a head with the probability 1/stride
   */
  void addOfHead(int band, int head, int stride, double weight) {
    heads.add(band, head, weight * Math.sqrt(1 - 1.0 / stride));
  }

  /**
   * Returns the variance because buckets, and heads of large buckets, were sampled; doubling the
   * sample of hash space about halves it.
   *
   * @param share the fraction of hash space in the sample
   */
  double bucketVariance(double share) {
    return (1 - share) * buckets.squares() + heads.squares();
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

  /** The sum of the squares of units, each the sum of weights that come one after the other. */
  private static final class Units {
    private double squares;
    private double current;
    private long last = -1;

    void add(int band, int number, double weight) {
      long unit = (long) band << Integer.SIZE | number;
      if (unit != last) {
        squares += current * current;
        current = 0;
        last = unit;
      }
      current += weight;
    }

    double squares() {
      return squares + current * current;
    }
  }
}
