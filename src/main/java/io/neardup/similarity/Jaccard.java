package io.neardup.similarity;

import java.util.Objects;

/**
 * The Jaccard similarity of two sets of shingles, |A &cap; B| / |A &cup; B| (MMDS 3.1.1), and the
 * distance 1 &minus; similarity (MMDS 3.5.3).
 *
 * <p>A set is the first {@code length} elements of an array, 64-bit hashes in strictly ascending
 * order, compared as signed numbers as {@link java.util.Arrays#sort(long[])} orders them. Order and
 * distinctness are the caller's promise and not checked; without them the counts mean nothing. The
 * arrays are not changed.
 *
 * <p>"Jaccard &ge; t" means, all over the project: intersection and union, both exact, divided as
 * doubles, {@code (double) i / u >= t}. The division is correctly rounded, so the answer is the
 * same everywhere.
 *
 * <p>Two empty sets have similarity 0, not 1: a document without shingles is a duplicate of none.
 */
public final class Jaccard {

  /** From this ratio of lengths on, searching the longer set beats walking through it. */
  private static final int GALLOP_RATIO = 32;

  /** Merge steps between two looks at whether the goal is still in reach. */
  private static final int STEPS_PER_CHECK = 64;

  private Jaccard() {}

  /**
   * Returns the size of the intersection, in O(aLength + bLength) time, or O(m log(n/m)) if one
   * length, m, is far smaller than the other, n.
   *
   * @param a holds the first set: strictly ascending
   * @param aLength the size of the first set
   * @param b holds the second set: strictly ascending
   * @param bLength the size of the second set
   * @return 0 to min(aLength, bLength)
   * @throws IndexOutOfBoundsException if a length is negative or exceeds its array's
   */
  public static int intersection(long[] a, int aLength, long[] b, int bLength) {
    return intersectionAtLeast(a, aLength, b, bLength, 0);
  }

  /**
   * Returns the size of the intersection if it is at least {@code needed}; otherwise &minus;1,
   * usually without looking at all elements. Cost as {@link #intersection}.
   *
   * @param a holds the first set: strictly ascending
   * @param aLength the size of the first set
   * @param b holds the second set: strictly ascending
   * @param bLength the size of the second set
   * @param needed the smallest intersection of interest, see {@link #neededIntersection}; 0 and
   *     below ask for any
   * @return max(needed, 0) to min(aLength, bLength), or &minus;1
   * @throws IndexOutOfBoundsException if a length is negative or exceeds its array's
   */
  public static int intersectionAtLeast(long[] a, int aLength, long[] b, int bLength, int needed) {
    Objects.checkFromIndexSize(0, aLength, a.length);
    Objects.checkFromIndexSize(0, bLength, b.length);
    if (Math.min(aLength, bLength) < needed) {
      return -1;
    }
    if (bLength / GALLOP_RATIO > aLength) {
      return gallop(a, aLength, b, bLength, needed);
    }
    if (aLength / GALLOP_RATIO > bLength) {
      return gallop(b, bLength, a, aLength, needed);
    }
    return merge(a, aLength, b, bLength, needed);
  }

  /**
   * Returns the smallest intersection with which sets of these sizes have a Jaccard similarity of
   * at least t: the smallest i &ge; 0 with {@code (double) i / (aSize + bSize - i) >= t}, evaluated
   * just so. If the sizes alone rule the similarity out, the result is more than min(aSize, bSize),
   * and {@link #intersectionAtLeast} then answers &minus;1 at once. Constant time.
   *
   * @param aSize the size of the first set, at least 0
   * @param bSize the size of the second set, at least 0
   * @param t the threshold, 0 to 1
   * @return 0 if t is 0; at least 1 otherwise
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static int neededIntersection(int aSize, int bSize, double t) {
    if (aSize < 0 || bSize < 0) {
      throw new IllegalArgumentException("a size is negative: " + aSize + ", " + bSize);
    }
    if (!(t >= 0 && t <= 1)) {
      throw new IllegalArgumentException("threshold must be in 0 to 1: " + t);
    }
    if (t == 0) {
      return 0;
    }
    long total = (long) aSize + bSize;
    // Near the answer, but for roundings; the loops make it exact.
    long needed = Math.max(1, (long) Math.ceil(total * t / (1 + t)));
    while (needed > 1 && reaches(needed - 1, total, t)) {
      needed--;
    }
    while (!reaches(needed, total, t)) {
      needed++;
    }
    return (int) needed;
  }

  /**
   * Returns the Jaccard similarity of two sets.
   *
   * @param a holds the first set: strictly ascending
   * @param aLength the size of the first set
   * @param b holds the second set: strictly ascending
   * @param bLength the size of the second set
   * @return |A &cap; B| / |A &cup; B|, correctly rounded, 0 to 1; 0 if both sets are empty
   * @throws IndexOutOfBoundsException if a length is negative or exceeds its array's
   */
  public static double similarity(long[] a, int aLength, long[] b, int bLength) {
    int common = intersection(a, aLength, b, bLength);
    return common == 0 ? 0 : (double) common / ((long) aLength + bLength - common);
  }

  /**
   * Returns the Jaccard distance of two sets.
   *
   * @param a holds the first set: strictly ascending
   * @param aLength the size of the first set
   * @param b holds the second set: strictly ascending
   * @param bLength the size of the second set
   * @return 1 &minus; {@link #similarity}, 0 to 1; 1 if both sets are empty
   * @throws IndexOutOfBoundsException if a length is negative or exceeds its array's
   */
  public static double distance(long[] a, int aLength, long[] b, int bLength) {
    return 1 - similarity(a, aLength, b, bLength);
  }

  private static boolean reaches(long intersection, long total, double t) {
    long union = total - intersection;
    // Sets with an intersection larger than the union do not exist: any t may count as reached.
    return union <= 0 || (double) intersection / union >= t;
  }

  private static int merge(long[] a, int aLength, long[] b, int bLength, int needed) {
    int i = 0;
    int j = 0;
    int common = 0;
    while (i < aLength && j < bLength) {
      int left = Math.min(aLength - i, bLength - j);
      if (common + left < needed) {
        return -1;
      }
      // Either index moves by at most one a step: so many steps need no look at the ends.
      for (int steps = Math.min(left, STEPS_PER_CHECK); steps > 0; steps--) {
        long x = a[i];
        long y = b[j];
        // Which of the two is smaller cannot be predicted: sums instead of branches.
        common += x == y ? 1 : 0;
        i += x <= y ? 1 : 0;
        j += y <= x ? 1 : 0;
      }
    }
    return common >= needed ? common : -1;
  }

  /** Looks each element of the short set up in the long one, from the last place found on. */
  private static int gallop(long[] few, int fewLength, long[] many, int manyLength, int needed) {
    int common = 0;
    int from = 0;
    for (int i = 0; i < fewLength && from < manyLength; i++) {
      if (common + Math.min(fewLength - i, manyLength - from) < needed) {
        return -1;
      }
      long x = few[i];
      int step = 1;
      int low = from;
      int high = from;
      while (high < manyLength && many[high] < x) {
        low = high + 1;
        // The difference, as the sum could overflow.
        high = step < manyLength - high ? high + step : manyLength;
        step <<= 1;
      }
      // All before low are smaller than x; high is the end, or not smaller.
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (many[middle] < x) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      from = low;
      if (low < manyLength && many[low] == x) {
        common++;
        from++;
      }
    }
    return common >= needed ? common : -1;
  }
}
