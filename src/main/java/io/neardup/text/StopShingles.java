package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Shingles that so many documents have that they say nothing about likeness: those of a template,
 * for example. They are given by the 64-bit hashes of their bytes, as a {@link Shingler} makes
 * them, whatever {@link ShingleSettings#hashBits} and {@link ShingleSettings#multiset} say.
 *
 * <p>Memory: 8 to 22 bytes for each. May be used by several threads once it is filled.
 */
public final class StopShingles {

  /** The most of them. */
  public static final int MAX = 1 << 22;

  private final LongOpenHashSet hashes = new LongOpenHashSet();

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
  }

  /** Returns how many there are. */
  public int size() {
    return hashes.size();
  }

  /** Removes them from a list of hashes, whose order stays; returns how many were removed. */
  int removeFrom(LongArrayList list) {
    long[] all = list.elements();
    int size = list.size();
    int left = 0;
    for (int i = 0; i < size; i++) {
      long hash = all[i];
      if (!hashes.contains(hash)) {
        all[left++] = hash;
      }
    }
    list.size(left);
    return size - left;
  }
}
