package io.neardup.similarity;

/**
 * The Jaccard similarity of two sets of shingles, |A &cap; B| / |A &cup; B| (MMDS 3.1.1).
 *
 * <p>Throughout the project, "Jaccard &ge; t" means {@code (double) i / u >= t}, where i and u are
 * the exact sizes of intersection and union. The division is correctly rounded, so the answer is
 * the same on every machine.
 *
 * <p>Two empty sets have similarity 0, not 1: a document without shingles duplicates no other.
 */
public final class Jaccard {

  private Jaccard() {}

  /**
   * Returns the similarity of two sets.
   *
   * @param intersection its size, 0 to union
   * @param union its size, at least 0
   * @return 0 to 1, correctly rounded
   */
  public static double similarity(int intersection, int union) {
    return intersection == 0 ? 0 : (double) intersection / union;
  }

  /**
   * Returns the smallest intersection with which sets of these sizes have a Jaccard similarity of
   * at least t: the smallest i &ge; 0 with {@code (double) i / (aSize + bSize - i) >= t}, in this
   * exact arithmetic. If the sizes alone rule the similarity out, the result is more than
   * min(aSize, bSize). Constant time.
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
    // Rounding can make this slightly wrong; the loops make it exact.
    long needed = Math.max(1, (long) Math.ceil(total * t / (1 + t)));
    while (needed > 1 && reaches(needed - 1, total, t)) {
      needed--;
    }
    while (!reaches(needed, total, t)) {
      needed++;
    }
    return (int) needed;
  }

  private static boolean reaches(long intersection, long total, double t) {
    long union = total - intersection;
    // No sets have an intersection larger than their union, so any t may count as reached.
    return union <= 0 || (double) intersection / union >= t;
  }
}
