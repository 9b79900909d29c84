package io.neardup.similarity;

/**
 * Bits of a set, of which each element flips one. The bits in which the sketches of two sets differ
 * are at most as many as the elements that are in only one of the sets: so a pair can be known to
 * be below a threshold, without error, long before its elements are compared. M. Mitzenmacher, R.
 * Pagh, N. Pham, "Efficient estimation for high similarities using odd sketches", WWW 2014,
 * doi:10.1145/2566486.2568017, estimate similarities by them.
 *
 * <p>Memory: two to four bits for each element, at least 8 bytes.
 */
public final class OddSketch {

  /** The smallest number of bits per element: many, so that few elements meet in one. */
  private static final int BITS_OF_ELEMENT = 2;

  private final int size;
  private final long[] bits; // as many as a power of two

  /**
   * Makes the sketch of a set. Linear time.
   *
   * @param elements the distinct elements
   * @param size how many of the array count
   */
  public OddSketch(long[] elements, int size) {
    this.size = size;
    bits = new long[Math.max(1, Integer.highestOneBit(size / Long.SIZE * BITS_OF_ELEMENT) << 1)];
    int mask = bits.length - 1;
    for (int i = 0; i < size; i++) {
      long spread = elements[i] * IndexedSet.GOLDEN_RATIO;
      bits[(int) (spread >>> Integer.SIZE) & mask] ^= 1L << (spread >>> (Long.SIZE - 6));
    }
  }

  /**
   * Returns whether two sets are certainly below a threshold; if not, they may be. Takes the time
   * of reading the sketches once.
   *
   * @param threshold of their {@link Jaccard} similarity, 0 to 1
   */
  public boolean isBelow(OddSketch other, double threshold) {
    int needed = Jaccard.neededIntersection(size, other.size, threshold);
    return needed > Math.min(size, other.size)
        || differences(other) > (long) size + other.size - 2L * needed;
  }

  /** Returns the number of different bits, after the longer sketch was folded to the shorter. */
  private int differences(OddSketch other) {
    if (bits.length > other.bits.length) {
      return other.differences(this);
    }
    int count = 0;
    for (int i = 0; i < bits.length; i++) {
      long different = bits[i];
      for (int k = i; k < other.bits.length; k += bits.length) {
        different ^= other.bits[k];
      }
      count += Long.bitCount(different);
    }
    return count;
  }
}
