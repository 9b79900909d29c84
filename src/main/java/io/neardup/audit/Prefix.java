package io.neardup.audit;

import io.neardup.sort.HashSort;
import java.util.Arrays;

/**
 * The prefix of a set of shingles: its first elements in a {@link RarityOrder}, as many as two sets
 * must look at so that they share one of them if their Jaccard similarity reaches a threshold t. A
 * set of size s needs s − ⌈t·s⌉ + 1 (Chaudhuri, Ganti, Kaushik, ICDE 2006). Reused for one set
 * after another. Not safe for use by several threads.
 */
final class Prefix {

  /** Distance from the expected number of small hashes within which nearly all sets stay. */
  private static final int DEVIATIONS = 3;

  private static final int SOME = 4;

  /** Keys for which memory is kept: 1 MiB. */
  private static final int MAX_KEPT = (1 << 20) / Long.BYTES;

  private static final double ALL_HASHES = 0x1p60;

  private final RarityOrder order;
  private final double threshold;
  private final HashSort sort = new HashSort();
  private long[] keys = new long[0];
  private int length;
  private long last;

  Prefix(RarityOrder order, double threshold) {
    this.order = order;
    this.threshold = threshold;
  }

  /**
   * Finds the prefix of a set.
   *
   * @param occurrences the elements from index 0 on, which may repeat
   * @param size how many
   */
  void find(long[] occurrences, int size) {
    int needed = size - minShared(size, threshold) + 1;
    reserve(size);
    // First among the rare elements with small hashes: few to look up and to sort.
    double share = (needed + DEVIATIONS * Math.sqrt(needed) + SOME) / size;
    for (; share < 1; share *= 2) {
      rare(occurrences, size, (long) (share * ALL_HASHES));
      if (length >= needed) {
        cut(needed);
        return;
      }
    }
    findAll(occurrences, size);
    cut(needed);
  }

  /** Finds all elements of a set. */
  void findAll(long[] occurrences, int size) {
    reserve(size);
    for (int i = 0; i < size; i++) {
      keys[i] = order.key(occurrences[i]);
    }
    sortDistinct(size);
    last = Long.MAX_VALUE;
  }

  private void reserve(int size) {
    if (keys.length <= size) {
      keys = new long[size + 1 + (size < MAX_KEPT ? size / 4 : 0)];
    }
  }

  /** Collects the rare elements whose hashes are at most a limit. */
  private void rare(long[] occurrences, int size, long limit) {
    int small = 0;
    for (int i = 0; i < size; i++) { // without a branch that depends on the data
      long hash = RarityOrder.hash(occurrences[i]);
      keys[small] = hash;
      small += hash <= limit ? 1 : 0;
    }
    int count = 0;
    for (int i = 0; i < small; i++) { // nor here: looks at memory overlap
      long hash = keys[i];
      keys[count] = hash;
      count += order.isRare(hash) ? 1 : 0;
    }
    sortDistinct(count);
  }

  private void sortDistinct(int count) {
    sort.sort(keys, 0, count);
    length = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        keys[length++] = keys[i];
      }
    }
  }

  private void cut(int needed) {
    last = length < needed ? Long.MAX_VALUE : keys[needed - 1];
    length = Math.min(length, needed);
  }

  /** Forgets the keys of a large set, which would take memory until the next. */
  void release() {
    if (keys.length > MAX_KEPT) {
      keys = new long[0];
      length = 0;
    }
  }

  /** Returns the array that begins with the keys of the prefix, ascending and distinct. */
  long[] keys() {
    return keys;
  }

  /** Returns how many elements the prefix has. */
  int length() {
    return length;
  }

  /** Returns the key up to which the prefix has all elements of the set. */
  long last() {
    return last;
  }

  /** Returns how many of the first keys of an ascending array do not exceed a limit. */
  static int countUpTo(long[] ascending, int length, long limit) {
    int place = Arrays.binarySearch(ascending, 0, length, limit);
    return place >= 0 ? place + 1 : -place - 1;
  }

  /**
   * Returns how many elements a set of a size at least shares with any other whose similarity
   * reaches the threshold: the smallest i with {@code (double) i / size >= t}.
   */
  static int minShared(int size, double threshold) {
    int shared = (int) Math.ceil(size * threshold);
    while (shared > 1 && (double) (shared - 1) / size >= threshold) {
      shared--;
    }
    while (shared < size && (double) shared / size < threshold) {
      shared++;
    }
    return Math.max(1, shared);
  }
}
