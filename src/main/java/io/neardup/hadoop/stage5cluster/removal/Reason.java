package io.neardup.hadoop.stage5cluster.removal;

/**
 * The reason for the removal of a column, as a number of 21 bits: the best of its pairs. A pair
 * with the kept column is better than all others, and of others the most similar one is best. The
 * better reason is the greater number.
 */
final class Reason {

  /** Bits of a reason. */
  static final int BITS = 21;

  private static final int WITH_KEPT = 1 << (BITS - 1); // above a million

  private Reason() {}

  /**
   * Returns a pair as a reason.
   *
   * @param withKept whether it is a pair with the kept column
   * @param similarity in millionths
   */
  static int of(boolean withKept, int similarity) {
    return withKept ? WITH_KEPT | similarity : similarity;
  }

  /** Returns whether it is a pair with the kept column. */
  static boolean isWithKept(int reason) {
    return reason >= WITH_KEPT;
  }

  /** Returns the similarity of the pair, in millionths. */
  static int similarity(int reason) {
    return reason & (WITH_KEPT - 1);
  }
}
