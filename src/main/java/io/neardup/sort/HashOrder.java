package io.neardup.sort;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Sorts the places of hashes in an array, without moving the hashes: by hash, ascending and
 * unsigned, then by place (a stable sort).
 *
 * <p>Sorts the upper bits of each hash together with its place, then orders the hashes that differ
 * in their lower bits only. Takes linear time if the hashes are spread evenly over a range, and the
 * time of a general sort otherwise. Memory: up to 16 bytes per hash, plus that of {@link HashSort}.
 * Not safe for use by several threads.
 */
public final class HashOrder {

  /** The largest number of hashes that can be ordered at once. */
  public static final int MAX_HASHES = 1 << 20;

  private final HashSort sort = new HashSort();
  private long[] keys = new long[0]; // upper bits of the hash, then the place
  private int[] tied = new int[0];
  private int mask;

  /** Creates an empty order. */
  public HashOrder() {}

  /**
   * Finds the order of some hashes; {@link #at} then gives their places.
   *
   * @param hashes from index 0 on
   * @param size how many, at most {@link #MAX_HASHES}
   */
  public void order(long[] hashes, int size) {
    if (size > MAX_HASHES) {
      throw new IllegalArgumentException(size + " hashes are more than " + MAX_HASHES);
    }
    int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, size - 1));
    mask = (1 << placeBits) - 1;
    if (keys.length < size) {
      keys = new long[Math.min(MAX_HASHES, 2 * size)];
    }
    for (int place = 0; place < size; place++) {
      // Flipping the first bit turns unsigned order into signed order.
      keys[place] = ((hashes[place] ^ Long.MIN_VALUE) & ~(long) mask) | place;
    }
    sort.sort(keys, 0, size);
    int from = 0;
    while (from < size) {
      int to = from + 1;
      boolean same = true;
      while (to < size && keys[to] >> placeBits == keys[from] >> placeBits) {
        same &= hashes[at(to)] == hashes[at(from)];
        to++;
      }
      if (!same) {
        sortTied(hashes, from, to);
      }
      from = to;
    }
  }

  /** Sorts places whose hashes agree in the upper bits but not in all. */
  private void sortTied(long[] hashes, int from, int to) {
    int count = to - from;
    if (tied.length < count) {
      tied = new int[count];
    }
    for (int i = 0; i < count; i++) {
      tied[i] = at(from + i);
    }
    IntArrays.quickSort(
        tied,
        0,
        count,
        (a, b) ->
            hashes[a] != hashes[b]
                ? Long.compareUnsigned(hashes[a], hashes[b])
                : Integer.compare(a, b));
    for (int i = 0; i < count; i++) {
      keys[from + i] = tied[i];
    }
  }

  /**
   * Returns the place, in the array that was ordered last, of the hash at a position in the order.
   *
   * @param index the position, from 0
   */
  public int at(int index) {
    return (int) keys[index] & mask;
  }
}
