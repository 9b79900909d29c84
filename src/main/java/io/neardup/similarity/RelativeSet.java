package io.neardup.similarity;

import java.util.Arrays;

/**
 * A set of 64-bit hashes, stored relative to a similar set, the base: a bit for each element of the
 * base, and the elements that the base does not have. Two sets with the same base have in common
 * the bits that both have, and what is common to their few other elements, so that comparing them
 * is much faster than comparing all elements. Immutable.
 *
 * <p>Memory: a bit for each element of the base, and 8 bytes for each other element.
 */
public final class RelativeSet {

  private final long[] bits; // by place in the base
  private final long[] others; // as they come

  private RelativeSet(long[] bits, long[] others) {
    this.bits = bits;
    this.others = others;
  }

  /**
   * Returns a set relative to a base, or null if it has too many other elements.
   *
   * @param elements of the set, none twice
   * @param size how many elements of the array count
   * @param maxOthers the most elements that the base need not have
   */
  public static RelativeSet of(IndexedSet base, long[] elements, int size, int maxOthers) {
    long[] ofBase = base.elements();
    long[] bits = new long[(base.size() + Long.SIZE - 1) / Long.SIZE];
    long[] others = new long[Math.min(size, maxOthers)];
    int count = 0;
    for (int i = 0; i < size; ) {
      int place = base.place(elements[i]);
      if (place < 0) {
        if (count == maxOthers) {
          return null;
        }
        others[count++] = elements[i++];
        continue;
      }
      do { // similar sets have long runs in common
        bits[place / Long.SIZE] |= 1L << place;
        i++;
        place++;
      } while (i < size && place < base.size() && elements[i] == ofBase[place]);
    }
    return new RelativeSet(bits, Arrays.copyOf(others, count));
  }

  /** Makes an index take the elements that the base does not have. */
  void indexOthers(FewInCommon index) {
    index.take(others);
  }

  /**
   * Returns how many elements this set and another have in common, or &minus;1 if these are fewer
   * than needed.
   *
   * @param b relative to the same base
   * @param othersOfB has taken those of the other set
   * @param needed at least 0
   */
  int intersection(RelativeSet b, FewInCommon othersOfB, int needed) {
    int common = 0;
    for (int w = 0; w < bits.length; w++) {
      common += Long.bitCount(bits[w] & b.bits[w]);
    }
    if (common + Math.min(others.length, b.others.length) >= needed) {
      common += othersOfB.count(others);
    }
    return common < needed ? -1 : common;
  }

  /** Returns the bytes of the set. */
  public long bytes() {
    return (long) Long.BYTES * (bits.length + others.length);
  }
}
