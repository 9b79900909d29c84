package io.neardup.similarity;

import io.neardup.sort.HashSort;
import java.util.Arrays;
import java.util.Objects;

/**
 * Compares sets of 64-bit hashes: computes the exact sizes of intersection and union, or stops as
 * soon as too many elements are missing to reach a threshold.
 *
 * <p>Near-duplicate texts have their shingles in the same order, except where they differ. So this
 * class compares elements in runs, and looks up only the element after the end of a run. It merges
 * sets too large for a table in ascending order. Takes linear time. Memory: {@link
 * IndexedSet#LARGE} elements. Not safe for use by several threads.
 */
public final class SetComparison {

  private static final int BELOW = -1;

  /** After so many more elements of the smaller set, a merge may stop. */
  private static final int STEP = 64;

  private final HashSort sort = new HashSort();
  private long[] sorted = new long[0];
  private int intersection;
  private int union;

  /**
   * Compares two sets.
   *
   * @param a one set
   * @param b the elements of the other set, none twice; in ascending order if there are more than
   *     {@link IndexedSet#LARGE}
   * @param length how many elements of {@code b} count
   * @param threshold 0 to 1; every pair reaches 0
   * @return whether their similarity is at least the threshold, see {@link Jaccard}; if so, {@link
   *     #intersection} and {@link #union} return the sizes
   * @throws IndexOutOfBoundsException if {@code length} is negative or exceeds the array's
   */
  public boolean reaches(IndexedSet a, long[] b, int length, double threshold) {
    Objects.checkFromIndexSize(0, length, b.length);
    int needed = Jaccard.neededIntersection(a.size(), length, threshold);
    if (needed > Math.min(a.size(), length)) {
      return false;
    }
    int common;
    if (a.isSorted()) {
      long[] other = sorted(b, length);
      common =
          a.size() < length
              ? merge(a.elements(), a.size(), other, length, needed)
              : merge(other, length, a.elements(), a.size(), needed);
    } else {
      common = walk(a, b, length, length - needed);
    }
    if (common == BELOW) {
      return false;
    }
    intersection = common;
    union = a.size() + length - common;
    return true;
  }

  /** Counts common elements run by run; stops when more are missing than the threshold allows. */
  private static int walk(IndexedSet a, long[] b, int length, int misses) {
    long[] elements = a.elements();
    int common = 0;
    for (int i = 0; i < length; ) {
      int place = a.place(b[i]);
      if (place >= 0) {
        int most = Math.min(a.size() - place, length - i);
        int different = Arrays.mismatch(elements, place, place + most, b, i, i + most);
        int run = different < 0 ? most : different;
        common += run;
        i += run;
      } else if (i - common >= misses) {
        return BELOW;
      } else {
        i++;
      }
    }
    return common;
  }

  private long[] sorted(long[] elements, int length) {
    if (length > IndexedSet.LARGE) {
      return elements;
    }
    if (sorted.length < length) {
      sorted = new long[IndexedSet.LARGE];
    }
    System.arraycopy(elements, 0, sorted, 0, length);
    sort.sort(sorted, 0, length);
    return sorted;
  }

  private int merge(long[] small, int size, long[] large, int length, int needed) {
    int common = 0;
    int i = 0;
    int j = 0;
    int next = STEP;
    while (i < size && j < length) { // without a data-dependent branch
      long x = small[i];
      long y = large[j];
      common += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
      if (i >= next) {
        if (i - common > size - needed) {
          return BELOW;
        }
        next += STEP;
      }
    }
    return common < needed ? BELOW : common;
  }

  /** Returns the size of the intersection of the last sets that reached the threshold. */
  public int intersection() {
    return intersection;
  }

  /** Returns the size of the union of the last sets that reached the threshold. */
  public int union() {
    return union;
  }
}
