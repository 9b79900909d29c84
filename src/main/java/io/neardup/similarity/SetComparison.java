package io.neardup.similarity;

import java.util.Objects;

/**
 * Compares sets of 64-bit hashes: intersection and union, both exact, unless their quotient is
 * below a threshold, which mostly shows before all elements are seen.
 *
 * <p>Near-duplicate texts have their shingles in the same order, but for the places where they
 * differ. So each element is first compared with the one that follows the last one found, and only
 * if it is another it is looked up. Takes linear time. Not safe for use by several threads.
 */
public final class SetComparison {

  private int intersection;
  private int union;

  /** Makes a comparison. */
  public SetComparison() {}

  /**
   * Compares two sets.
   *
   * @param a one set
   * @param b holds the elements of the other one, in any order, none twice
   * @param length how many they are
   * @param threshold of interest, 0 to 1; 0 lets all through
   * @return whether their similarity is at least the threshold, see {@link Jaccard}; {@link
   *     #intersection} and {@link #union} are known then
   * @throws IndexOutOfBoundsException if {@code length} is negative or exceeds the array's
   */
  public boolean reaches(IndexedSet a, long[] b, int length, double threshold) {
    Objects.checkFromIndexSize(0, length, b.length);
    int needed = Jaccard.neededIntersection(a.size(), length, threshold);
    if (needed > Math.min(a.size(), length)) {
      return false;
    }
    int misses = length - needed;
    int common = 0;
    int next = 0;
    for (int i = 0; i < length; i++) {
      int place = a.place(b[i], next);
      if (place >= 0) {
        next = place + 1;
        common++;
      } else if (i - common >= misses) { // one more than may be
        return false;
      }
    }
    intersection = common;
    union = a.size() + length - common;
    return true;
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
