package io.neardup.similarity;

/**
 * A bitmap of a set of 64-bit hashes, by which most sets that are too different are told apart
 * without a look at their elements. Bit h of m is the parity of the number of elements that are h
 * modulo m, so the bits that differ in the bitmaps of two sets are those of the bitmap of their
 * symmetric difference, of which each element sets one at most.
 *
 * <p>Source: the bitmap by XOR of Sandes, Teodoro and Melo, "Bitmap filter: speeding up exact set
 * similarity joins with bitwise operations", section 3. m is a power of two, two to four times the
 * size of the set; a larger bitmap is folded to the size of a smaller one. A lower bound at any
 * rate, and a good one if the hashes are spread evenly. Immutable.
 */
public final class XorBitmap {

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

  /** Returns how many elements at least are in one of two sets and not in the other. */
  public int minDifference(XorBitmap other) {
    return words.length < other.words.length
        ? minDifference(other.words, words)
        : minDifference(words, other.words);
  }

  private static int minDifference(long[] longer, long[] shorter) {
    int difference = 0;
    if (longer.length == shorter.length) { // mostly: a loop of its own takes a third of the time
      for (int w = 0; w < shorter.length; w++) {
        difference += Long.bitCount(longer[w] ^ shorter[w]);
      }
      return difference;
    }
    for (int w = 0; w < shorter.length; w++) {
      long word = shorter[w];
      for (int folded = w; folded < longer.length; folded += shorter.length) {
        word ^= longer[folded];
      }
      difference += Long.bitCount(word);
    }
    return difference;
  }

  /** Returns how many bytes the bitmap of a set of so many elements takes, about. */
  public static long bytes(long elements) {
    return (long) Long.BYTES * words(elements);
  }
}
