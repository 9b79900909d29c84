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
  private boolean spares;

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

  /** Leaves documents of nothing but passages as they are, so that their copies are found. */
  public void spareDocuments() {
    spares = true;
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

  /** Takes passages: runs of stop shingles that follow each other. */
  interface PassageSink {
    /** Takes the places in the text of the first stop shingle and of the one behind the last. */
    void take(int from, int to);
  }

  /**
   * Finds the passages of a text.
   *
   * @param text the hashes of its shingles, in their order
   * @param minLength how many stop shingles a passage has at least, 1 or more
   */
  void findPassages(LongArrayList text, int minLength, PassageSink sink) {
    long[] all = text.elements();
    int size = text.size();
    int end = 0; // no passage begins before
    for (int at = minLength - 1; at < size; at = end + minLength - 1) { // one is in each passage
      int from = at + 1;
      while (from > end && contains(all[from - 1])) {
        from--;
      }
      int to = at + 1;
      if (from <= at) {
        while (to < size && contains(all[to])) {
          to++;
        }
      }
      if (to - from >= minLength) {
        sink.take(from, to);
      }
      end = Math.max(from, to);
    }
  }

  /**
   * Removes the passages of a text. The order of what is left stays.
   *
   * @return how many stop shingles were removed
   * @see #findPassages
   */
  int removePassages(LongArrayList text, int minLength) {
    long[] all = text.elements();
    int size = text.size();
    int[] ends = {0, 0}; // of what is left, at the front, and of the last passage
    PassageSink remover =
        (from, to) -> { // a move never overtakes the search
          System.arraycopy(all, ends[1], all, ends[0], from - ends[1]);
          ends[0] += from - ends[1];
          ends[1] = to;
        };
    findPassages(text, minLength, remover);
    remover.take(size, size);
    if (ends[0] == 0 && spares) { // then nothing was moved
      return 0;
    }
    text.size(ends[0]);
    return size - ends[0];
  }
}
