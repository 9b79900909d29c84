package io.neardup.similarity;

import java.util.Arrays;

/**
 * Counts what a set has in common with other sets that share few elements with it. A bitmap of 32
 * to 64 bits an element, which fits the first cache, rejects nearly all that are not common.
 *
 * <p>Memory: that of {@link IndexedSet}, and 4 to 8 bytes for each element. Not safe for use by
 * several threads.
 */
final class FewInCommon {

  private final IndexedSet set = new IndexedSet();
  private long[] words = new long[1]; // bit h: whether there is an element equal to h modulo bits
  private int mask;

  /** Takes a set, an array of elements, none twice; it is valid as long as nobody changes them. */
  void take(long[] elements) {
    set.take(elements, elements.length); // they stay where they are: none is there twice
    int size = Integer.highestOneBit(Math.max(1, elements.length));
    mask = size - 1;
    if (words.length < size) {
      words = new long[size];
    } else {
      Arrays.fill(words, 0, size, 0);
    }
    for (long element : elements) {
      words[(int) (element >>> 6) & mask] |= 1L << element;
    }
  }

  /** Returns how many of some elements, none twice, the set has. */
  int count(long[] elements) {
    int common = 0;
    for (long element : elements) {
      if ((words[(int) (element >>> 6) & mask] >>> element & 1) != 0 && set.place(element) >= 0) {
        common++;
      }
    }
    return common;
  }
}
