package io.neardup.minhash;

/**
 * Computes the signature of one set at a time and records, for every slot, an element that gives
 * its minimum.
 */
public abstract class ColumnSketcher {

  /** The n working values. */
  protected final long[] minima;

  /** For each slot an element that attains its minimum. */
  protected final long[] winners;

  /** For each slot the round in which its winner attained it. */
  protected final int[] rounds;

  /** Makes one of n slots. */
  protected ColumnSketcher(int n) {
    minima = new long[n];
    winners = new long[n];
    rounds = new int[n];
  }

  /**
   * Computes the n slots of a set; the results stay until the next call.
   *
   * @param elements the elements, in any order; repeats change nothing
   * @param size number of elements to use; 0 leaves every slot {@link SignatureScheme#EMPTY}
   */
  public abstract void sketch(long[] elements, int size);

  /** Returns the n working values, not a copy. */
  public final long[] slots() {
    return minima;
  }

  /** Returns for each of the n slots an element that attains its minimum, not a copy. */
  public final long[] winners() {
    return winners;
  }

  /** Returns for each of the n slots the round in which its winner attained it, not a copy. */
  public final int[] winnerRounds() {
    return rounds;
  }

  /**
   * Returns the last round that was needed to fill all slots. No element of this set can change a
   * slot in a later round. Always 0 for schemes without rounds.
   */
  public abstract int lastRound();
}
