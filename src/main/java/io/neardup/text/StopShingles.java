package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Shingles that so many documents have that a passage of them says nothing about likeness: those of
 * a template, for example. They are given by the 64-bit hashes of their bytes, as a {@link
 * Shingler} makes them, whatever {@link ShingleSettings#hashBits} and {@link
 * ShingleSettings#multiset} say.
 *
 * <p>Memory: 8 to 22 bytes for each. May be used by several threads once it is filled.
 */
public final class StopShingles {

  /** The most of them. */
  public static final int MAX = 1 << 22;

  /** Bits of a filter that fits into the first cache, and that most shingles do not pass. */
  private static final int FILTER_BITS = 1 << 17;

  private final LongOpenHashSet hashes = new LongOpenHashSet();
  private final long[] filter = new long[FILTER_BITS / Long.SIZE];

  /** Makes an empty set. */
  public StopShingles() {}

  /**
   * Adds a shingle.
   *
   * @throws IllegalStateException if there are {@value #MAX} already
   */
  public void add(long hash) {
    if (hashes.size() == MAX) {
      throw new IllegalStateException("more than " + MAX + " stop shingles");
    }
    hashes.add(hash);
    filter[(int) hash >>> 6 & filter.length - 1] |= 1L << hash;
  }

  /** Returns how many there are. */
  public int size() {
    return hashes.size();
  }

  /** Returns whether a hash is that of a stop shingle. */
  boolean contains(long hash) {
    return (filter[(int) hash >>> 6 & filter.length - 1] & 1L << hash) != 0
        && hashes.contains(hash);
  }

  /**
   * Removes passages from the hashes of a text: runs of stop shingles that follow each other. The
   * order of what is left stays.
   *
   * @param minLength how many stop shingles a passage has at least
   * @return how many were removed
   */
  int removePassages(LongArrayList text, int minLength) {
    long[] all = text.elements();
    int size = text.size();
    int left = 0;
    int run = 0; // of stop shingles, the last of what is left
    for (int i = 0; i < size; i++) {
      long hash = all[i];
      if (contains(hash)) {
        run++;
      } else {
        left -= run < minLength ? 0 : run;
        run = 0;
      }
      all[left++] = hash;
    }
    left -= run < minLength ? 0 : run;
    text.size(left);
    return size - left;
  }
}
