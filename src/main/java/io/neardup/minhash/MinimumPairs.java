package io.neardup.minhash;

import io.neardup.similarity.IndexedSet;
import java.util.Arrays;

/**
 * Pruning: finds the document–shingle pairs that a column's signature needs. A shingle that gives
 * no slot its minimum cannot change the signature, so at most n pairs of a column remain, each with
 * the last round in which it gives a minimum. Not safe for use by several threads.
 */
public final class MinimumPairs {

  private final IndexedSet distinct = new IndexedSet();
  private final long[] shingles;
  private final int[] lastRounds;

  /** Makes room for the pairs of a signature of n slots. */
  public MinimumPairs(int slots) {
    shingles = new long[slots];
    lastRounds = new int[slots];
  }

  /**
   * Finds the pairs of a column.
   *
   * @param sketched a sketcher that has just sketched a set that is not empty
   * @return how many pairs there are, 1 … n
   */
  public int find(ColumnSketcher sketched) {
    long[] winners = sketched.winners();
    int[] winnerRounds = sketched.winnerRounds();
    System.arraycopy(winners, 0, shingles, 0, winners.length);
    distinct.take(shingles, winners.length);
    Arrays.fill(lastRounds, 0);
    int found = 0;
    for (int i = 0; i < winners.length; i++) {
      int pair = distinct.place(winners[i]);
      found = Math.max(found, pair + 1);
      lastRounds[pair] = Math.max(lastRounds[pair], winnerRounds[i]);
    }
    return found;
  }

  /** Returns the shingle of a pair. */
  public long shingle(int pair) {
    return shingles[pair];
  }

  /** Returns the last round in which a pair is needed. */
  public int lastRound(int pair) {
    return lastRounds[pair];
  }
}
