package io.neardup.similarity;

import io.neardup.sort.HashSort;
import java.util.Arrays;
import java.util.Objects;

/**
 * Compares sets of 64-bit hashes with an {@link IndexedSet}: intersection and union, both exact,
 * unless their quotient is below a threshold, which mostly shows before all elements are seen.
 *
 * <p>Near-duplicate texts have their shingles in the same order, but for the places where they
 * differ. So each element is first compared with the one that follows the last one found, and only
 * if it is another it is looked up. What is not found is sorted, to count it once.
 *
 * <p>Takes linear time, as hashes are spread evenly. Memory: a bit for each element of the indexed
 * set, and 16 bytes for each other element; kept between calls. Not safe for use by several
 * threads.
 */
public final class SetComparison {

  /** Elements between two looks at whether the threshold is still in reach. */
  private static final int STEPS = 1 << 10;

  private final HashSort sort = new HashSort();
  private long[] found = new long[0]; // a bit for each element of the indexed set
  private int foundSize;
  private long[] others = new long[2 * STEPS]; // not in the indexed set; the first ones distinct
  private int othersSize;
  private int distinctOthers;
  private int union;

  /** Makes a comparison. */
  public SetComparison() {}

  /**
   * Compares two sets.
   *
   * @param a one set
   * @param b holds the elements of the other one, in any order; they may repeat
   * @param length how many they are
   * @param threshold of interest, 0 to 1; 0 lets all through
   * @return whether their similarity is at least the threshold, see {@link Jaccard}; {@link
   *     #intersection} and {@link #union} are known then
   * @throws IndexOutOfBoundsException if {@code length} is negative or exceeds the array's
   */
  public boolean reaches(IndexedSet a, long[] b, int length, double threshold) {
    Objects.checkFromIndexSize(0, length, b.length);
    start(a.size());
    int next = 0;
    for (int from = 0; from < length; from += STEPS) {
      if (!inReach(a.size(), length - from, threshold)) {
        return false;
      }
      makeRoom();
      next = step(a, b, from, Math.min(length, from + STEPS), next);
    }
    countOthers();
    union = a.size() + distinctOthers;
    return Jaccard.reaches(foundSize, union, threshold);
  }

  /** Returns the size of the intersection of the last sets that reached the threshold. */
  public int intersection() {
    return foundSize;
  }

  /** Returns the size of the union of the last sets that reached the threshold. */
  public int union() {
    return union;
  }

  private void start(int size) {
    int words = (size + Long.SIZE - 1) / Long.SIZE;
    if (found.length < words) {
      found = new long[words];
    } else {
      Arrays.fill(found, 0, words, 0);
    }
    foundSize = 0;
    othersSize = 0;
    distinctOthers = 0;
  }

  /** Returns whether the threshold can be reached if so many occurrences are left. */
  private boolean inReach(int size, int left, double threshold) {
    int atMost = (int) Math.min(size, (long) foundSize + left);
    return Jaccard.reaches(atMost, size + distinctOthers, threshold);
  }

  /** Goes through some elements; {@code next} is the place where the first one is expected. */
  private int step(IndexedSet a, long[] b, int from, int to, int next) {
    long[] elements = a.elements();
    int size = a.size();
    int expected = next;
    int seen = foundSize;
    int other = othersSize;
    for (int i = from; i < to; i++) {
      long element = b[i];
      int place = expected < size && elements[expected] == element ? expected : a.place(element);
      if (place < 0) {
        others[other++] = element;
      } else {
        long bits = found[place >>> 6];
        seen += (int) (~(bits >>> place) & 1);
        found[place >>> 6] = bits | 1L << place;
        expected = place + 1;
      }
    }
    foundSize = seen;
    othersSize = other;
    return expected;
  }

  /** Makes room for the others of a step: those that repeat go first. */
  private void makeRoom() {
    if (others.length - othersSize < STEPS) {
      countOthers();
      if (othersSize > others.length / 2) {
        others = Arrays.copyOf(others, (int) Math.min(Integer.MAX_VALUE - 8, 2L * others.length));
      }
    }
  }

  /** Sorts the others and drops those that repeat. */
  private void countOthers() {
    sort.sort(others, 0, othersSize);
    int distinct = 0;
    for (int i = 0; i < othersSize; i++) {
      if (i == 0 || others[i] != others[i - 1]) {
        others[distinct++] = others[i];
      }
    }
    othersSize = distinct;
    distinctOthers = distinct;
  }
}
