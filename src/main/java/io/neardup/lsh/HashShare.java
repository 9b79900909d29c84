package io.neardup.lsh;

import java.util.Arrays;

/**
 * A sample of hash space: the 64-bit hashes, taken as unsigned, that lie below a fraction q of the
 * range. All documents contribute to the buckets whose hashes are in it, so each sampled bucket has
 * all its members. Samples of smaller q are subsets.
 *
 * <p>What occurs in k buckets, such as a pair of documents that share k bands, is seen with
 * probability 1 − (1 − q)ᵏ, if the hashes of different buckets are independent. The inverse is its
 * weight in an unbiased estimate of a total (Horvitz and Thompson, 1952, <a
 * href="https://doi.org/10.1080/01621459.1952.10483446">JASA 47</a>).
 *
 * @param share q, above 0, at most 1
 */
public record HashShare(double share) {

  /** The whole hash space: every weight is 1. */
  public static final HashShare ALL = new HashShare(1);

  private static final int UNUSED_BITS = 11; // of 64, so that the others fit a double

  /** Checks the share. */
  public HashShare {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share);
    }
  }

  /**
   * Returns the sample in which a given fraction of the documents has a bucket.
   *
   * @param documents the fraction, above 0; 1 or more for the whole space
   * @param bands how many buckets each document has
   */
  public static HashShare ofDocuments(double documents, int bands) {
    return documents >= 1
        ? ALL
        : new HashShare(
            Math.max(Double.MIN_NORMAL, -StrictMath.expm1(StrictMath.log1p(-documents) / bands)));
  }

  /** Returns whether all hashes are in the sample. */
  public boolean isAll() {
    return share == 1;
  }

  /** Returns whether the sample contains a hash. */
  public boolean contains(long hash) {
    return (hash >>> UNUSED_BITS) < share * (1L << (Long.SIZE - UNUSED_BITS));
  }

  /** Returns the sample of half the share. */
  public HashShare half() {
    return new HashShare(share / 2);
  }

  /**
   * Returns the probability that something is seen.
   *
   * @param buckets k, in how many buckets it occurs, at least 0; need not be whole
   */
  public double probability(double buckets) {
    return share == 1
        ? (buckets > 0 ? 1 : 0)
        : -StrictMath.expm1(buckets * StrictMath.log1p(-share));
  }

  /** Returns how many things one seen stands for: 1 over {@link #probability}. */
  public double weight(double buckets) {
    return 1 / probability(buckets);
  }

  /** Returns the weights by number of buckets, from 0 (infinity) to a largest number. */
  public double[] weights(int buckets) {
    double[] weights = new double[buckets + 1];
    Arrays.setAll(weights, this::weight);
    return weights;
  }
}
