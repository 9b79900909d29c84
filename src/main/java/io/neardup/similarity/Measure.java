package io.neardup.similarity;

/**
 * What the similarity of two sets is. It is a quotient of integers that is at most 1, and it
 * ascends with the intersection of sets of given sizes.
 */
public enum Measure {
  /** The {@link Jaccard} similarity: |A &cap; B| / |A &cup; B|. */
  JACCARD {
    @Override
    public int whole(int intersection, int aSize, int bSize) {
      return aSize + bSize - intersection;
    }

    @Override
    public double jaccard(double similarity, int aSize, int bSize) {
      return similarity;
    }
  },

  /**
   * The containment of the smaller set in the larger one: |A &cap; B| / min(|A|, |B|), also called
   * the overlap coefficient. A. Broder, "On the resemblance and containment of documents",
   * Compression and Complexity of Sequences 1997, doi:10.1109/SEQUEN.1997.666900.
   */
  CONTAINMENT {
    @Override
    public int whole(int intersection, int aSize, int bSize) {
      return Math.min(aSize, bSize);
    }

    @Override
    public double jaccard(double similarity, int aSize, int bSize) {
      int smaller = Math.min(aSize, bSize);
      if (smaller == 0) {
        return 1; // no set reaches it
      }
      // Rounding can make this slightly wrong; the loops make it exact.
      int needed = (int) Math.ceil(similarity * smaller);
      while (needed > 0 && (double) (needed - 1) / smaller >= similarity) {
        needed--;
      }
      while ((double) needed / smaller < similarity) {
        needed++;
      }
      return Jaccard.similarity(needed, aSize + bSize - needed);
    }
  };

  private static final int EXACT_BITS = 31;

  /** The {@link #exact} number of similarity 1. */
  public static final long EXACT_ONE = 1L << (2 * EXACT_BITS);

  /**
   * Returns what the size of the intersection is divided by.
   *
   * @param intersection 0 to the smaller size
   * @param aSize the size of one set, at least 0
   * @param bSize the size of the other, at least 0; the sum is less than 2³¹
   * @return at least {@code intersection}; 0 only if that is 0
   */
  public abstract int whole(int intersection, int aSize, int bSize);

  /** Returns the similarity of two sets, 0 to 1, correctly rounded; 0 if one of them is empty. */
  public final double similarity(int intersection, int aSize, int bSize) {
    return Jaccard.similarity(intersection, whole(intersection, aSize, bSize));
  }

  /**
   * Returns the similarity of a pair as an integer, 0 to {@link #EXACT_ONE}, that is ordered as the
   * quotients are. Decimals are not: two quotients may have the same six decimals, or the same
   * double.
   *
   * @param millionths its similarity, rounded
   * @param intersection of its sets
   * @param aSize the size of one set; 0 or less if sizes are not known, so that only the rounded
   *     similarity counts
   * @param bSize the size of the other
   */
  public final long exact(int millionths, int intersection, int aSize, int bSize) {
    return aSize > 0
        ? exact(intersection, whole(intersection, aSize, bSize))
        : exact(millionths, 1_000_000);
  }

  /**
   * Returns a quotient, 0 to 1, in units of 2⁻⁶², rounded down. Unequal quotients differ by more
   * than a unit, so that they have different numbers.
   */
  static long exact(int dividend, int divisor) {
    long shifted = (long) dividend << EXACT_BITS;
    long high = shifted / divisor;
    long rest = shifted % divisor;
    return (high << EXACT_BITS) + (rest << EXACT_BITS) / divisor;
  }

  /**
   * Returns the Jaccard similarity that sets of these sizes have if and only if they have at least
   * this similarity, or more: what {@link SetComparison} can be asked for.
   *
   * @param similarity 0 to 1
   */
  public abstract double jaccard(double similarity, int aSize, int bSize);
}
