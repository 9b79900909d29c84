package io.neardup.minhash;

/**
 * The algorithm of MMDS 3.3.5 for one row of the characteristic matrix at a time: the row's hash
 * values are computed once, then update the minima of each column that has a 1 in it.
 */
public interface RowHasher {

  /** Starts a row. */
  void startRow(long shingle);

  /**
   * Updates the minima of one column that contains the row.
   *
   * @param lastRound the last round in which this pair may matter (see {@link
   *     ColumnSketcher#lastRound()}). A larger value costs time and changes nothing. No pair of the
   *     column may come with less than the last round in which it is needed
   * @param slots working values; the column's are {@code slots[offset … offset + n − 1]}
   */
  void updateMinima(int lastRound, long[] slots, int offset);
}
