package io.neardup.minhash;

/** n hash functions of a row number. */
public interface HashFamily {

  /** Returns the number n of functions. */
  int size();

  /**
   * Writes the values of all functions for one row.
   *
   * @param row any 64-bit number
   * @param values receives n values in 0 … {@link Long#MAX_VALUE} − 1
   */
  void hash(long row, long[] values);

  /**
   * Updates the minimum of each function by its values for some rows.
   *
   * @param rows any 64-bit numbers
   * @param size number of rows to use
   * @param minima n minima, {@link Long#MAX_VALUE} where there is none yet
   * @param winners receives, for each minimum that becomes less, the first row that attains it
   */
  void updateMinima(long[] rows, int size, long[] minima, long[] winners);
}
