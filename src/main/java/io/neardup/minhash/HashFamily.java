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
}
