package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPairKey;

/**
 * The reason for the removal of a column, as a number of 61 bits: the best of its pairs. A pair
 * with the kept column is better than all others. Of others, the most similar one is best and, of
 * equally similar ones, that with the smallest column. The better reason is the greater number.
 *
 * <pre>
 * bit  length  content
 * 60   1       1 for a pair with the kept column
 * 40   20      similarity in millionths
 * 0    40      2⁴⁰ − 1 − the other column of the pair; 0 for a pair with the kept column
 * </pre>
 */
final class Reason {

  /** Bytes of a reason. */
  static final int BYTES = 8;

  private static final int COLUMN_BITS = ColumnPairKey.COLUMN_BYTES * Byte.SIZE;
  private static final int SIMILARITY_BITS = 20;
  private static final long MAX_COLUMN = (1L << COLUMN_BITS) - 1;
  private static final long WITH_KEPT = 1L << (COLUMN_BITS + SIMILARITY_BITS);

  private Reason() {}

  /**
   * Returns a pair with the kept column as a reason.
   *
   * @param similarity in millionths
   */
  static long ofKept(int similarity) {
    return WITH_KEPT | (long) similarity << COLUMN_BITS;
  }

  /**
   * Returns a pair with another column as a reason.
   *
   * @param similarity in millionths
   * @param other the other column of the pair
   */
  static long ofOther(int similarity, long other) {
    return (long) similarity << COLUMN_BITS | (MAX_COLUMN - other);
  }

  /** Returns whether it is a pair with the kept column. */
  static boolean isWithKept(long reason) {
    return (reason & WITH_KEPT) != 0;
  }

  /** Returns the similarity of the pair, in millionths. */
  static int similarity(long reason) {
    return (int) ((reason & ~WITH_KEPT) >>> COLUMN_BITS);
  }

  /** Returns the other column of a pair that is not with the kept column. */
  static long other(long reason) {
    return MAX_COLUMN - (reason & MAX_COLUMN);
  }
}
