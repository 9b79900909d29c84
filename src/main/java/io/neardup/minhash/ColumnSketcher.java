package io.neardup.minhash;

/**
 * Computes the signature of one set at a time and records, for every slot, an element that gives
 * its minimum.
 */
public interface ColumnSketcher {

  /**
   * Computes the n slots of a set; the results stay until the next call.
   *
   * @param elements the elements, in any order; repeats change nothing
   * @param size number of elements to use; 0 leaves every slot {@link SignatureScheme#EMPTY}
   */
  void sketch(long[] elements, int size);

  /** Returns the n working values, not a copy. */
  long[] slots();

  /** Returns for each of the n slots an element that attains its minimum, not a copy. */
  long[] winners();

  /** Returns for each of the n slots the round in which its winner attained it, not a copy. */
  int[] winnerRounds();

  /**
   * Returns the last round that was needed to fill all slots. No element of this set can change a
   * slot in a later round. Always 0 for schemes without rounds.
   */
  int lastRound();
}
