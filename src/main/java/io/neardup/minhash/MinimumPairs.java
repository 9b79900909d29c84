package io.neardup.minhash;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Pruning: the document–shingle pairs a column's signature needs. A shingle that gives the minimum
 * of no slot cannot change it, so at most n pairs of a column remain, each with the last round in
 * which it gives one.
 */
public final class MinimumPairs {

  private final Long2IntOpenHashMap rounds = new Long2IntOpenHashMap();
  private final long[] shingles;
  private final int[] lastRounds;

  /** Makes room for the pairs of signatures of n slots. */
  public MinimumPairs(int slots) {
    shingles = new long[slots];
    lastRounds = new int[slots];
  }

  /**
   * Finds the pairs of a column.
   *
   * @param sketched a sketcher that has just sketched a set that is not empty
   * @return how many pairs there are, 1 … n; they are in no particular order
   */
  public int find(ColumnSketcher sketched) {
    rounds.clear();
    long[] winners = sketched.winners();
    int[] winnerRounds = sketched.winnerRounds();
    for (int i = 0; i < winners.length; i++) {
      rounds.mergeInt(winners[i], winnerRounds[i], Math::max);
    }
    int pairs = 0;
    for (var entry : rounds.long2IntEntrySet()) {
      shingles[pairs] = entry.getLongKey();
      lastRounds[pairs] = entry.getIntValue();
      pairs++;
    }
    return pairs;
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
