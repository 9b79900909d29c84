package io.neardup.similarity;

/**
 * A bitmap of a set of 64-bit hashes: comparing bitmaps rejects most pairs of sets that differ too
 * much, with no false rejection.
 *
 * <p>The bitmap has m bits; bit h is the parity of the number of elements equal to h modulo m. So
 * the xor of the bitmaps of two sets is the bitmap of their symmetric difference, and its number of
 * ones is a lower bound of the size of that difference. The bound is close if the hashes are spread
 * evenly. m is a power of two, two to four times the size of the set. Of two bitmaps, the larger is
 * folded to the size of the smaller. Source: Sandes, Teodoro and Melo, "Bitmap filter: speeding up
 * exact set similarity joins with bitwise operations", section 3. Immutable.
 */
public final class XorBitmap {

  /** Number of 64-bit words to compare between two checks of the bound. */
  private static final int BLOCK = 64;

  private final long[] words;

  private XorBitmap(long[] words) {
    this.words = words;
  }

  /** Returns the bitmap of a set, the first {@code size} elements of an array, none twice. */
  public static XorBitmap of(long[] elements, int size) {
    long[] words = new long[words(size)];
    for (int e = 0; e < size; e++) {
      long element = elements[e];
      words[(int) (element >>> 6) & (words.length - 1)] ^= 1L << element;
    }
    return new XorBitmap(words);
  }

  private static int words(long size) {
    return (int) (Long.highestOneBit(Math.max(Long.SIZE / 2, size)) * 4 / Long.SIZE);
  }

  /**
   * Returns a lower bound of the number of elements that are in only one of the two sets.
   *
   * @param enough comparison may stop as soon as the bound exceeds this
   */
  public int minDifference(XorBitmap other, long enough) {
    return words.length < other.words.length
        ? minDifference(other.words, words, enough)
        : minDifference(words, other.words, enough);
  }

  private static int minDifference(long[] longer, long[] shorter, long enough) {
    int difference = 0;
    for (int from = 0; from < shorter.length && difference <= enough; from += BLOCK) {
      int to = Math.min(from + BLOCK, shorter.length);
      difference +=
          longer.length == shorter.length
              ? ones(longer, shorter, from, to) // the usual case; this loop is three times as fast
              : foldedOnes(longer, shorter, from, to);
    }
    return difference;
  }

  private static int ones(long[] a, long[] b, int from, int to) {
    int ones = 0;
    for (int w = from; w < to; w++) {
      ones += Long.bitCount(a[w] ^ b[w]);
    }
    return ones;
  }

  private static int foldedOnes(long[] longer, long[] shorter, int from, int to) {
    int ones = 0;
    for (int w = from; w < to; w++) {
      long word = shorter[w];
      for (int folded = w; folded < longer.length; folded += shorter.length) {
        word ^= longer[folded];
      }
      ones += Long.bitCount(word);
    }
    return ones;
  }

  /** Returns the approximate size, in bytes, of the bitmap of a set of that many elements. */
  public static long bytes(long elements) {
    return (long) Long.BYTES * words(elements);
  }
}
