package io.neardup.similarity;

/**
 * The Jaccard similarity of two sets of shingles, |A &cap; B| / |A &cup; B| (MMDS 3.1.1), and the
 * distance 1 &minus; similarity (MMDS 3.5.3).
 *
 * <p>"Jaccard &ge; t" means, all over the project: intersection and union, both exact, divided as
 * doubles, {@code (double) i / u >= t}. The division is correctly rounded, so the answer is the
 * same everywhere.
 *
 * <p>Two empty sets have similarity 0, not 1: a document without shingles is a duplicate of none.
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

  /** Returns the distance of two sets, 1 &minus; {@link #similarity}. */
  public static double distance(int intersection, int union) {
    return 1 - similarity(intersection, union);
  }

  /**
   * Returns whether the similarity of two sets is at least t.
   *
   * @param intersection its size, 0 to union
   * @param union its size, at least 0
   * @param t the threshold, 0 to 1
   */
  public static boolean reaches(int intersection, int union, double t) {
    return similarity(intersection, union) >= t;
  }
}
