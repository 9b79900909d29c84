package io.neardup.graph;

import java.util.BitSet;

/**
 * Decides which columns are kept, one after the other, in an order of preference. A column is
 * removed if and only if it makes a pair with an earlier column that is kept. So the kept columns
 * are the lexicographically first maximal independent set of the graph of the pairs, however the
 * pairs are given.
 *
 * <p>Take the columns that have an earlier neighbour in the order of preference. For each, call
 * {@link #begin}, then {@link #neighbour} for every earlier neighbour in that order, then {@link
 * #end}. A column without an earlier neighbour is kept and needs no call.
 *
 * <p>Memory: two bits per column, however large a component is.
 */
public final class DirectLinking {

  private final BitSet removed = new BitSet();
  private final BitSet excluded = new BitSet();
  private long column;
  private long remover;
  private long greatest;

  /** Creates an instance that has removed no column. */
  public DirectLinking() {}

  /** Removes a column whatever its neighbours are; it then removes no other column. */
  public void exclude(long anyColumn) {
    removed.set((int) anyColumn);
    excluded.set((int) anyColumn);
  }

  /** Returns whether a column was excluded. */
  public boolean isExcluded(long anyColumn) {
    return excluded.get((int) anyColumn);
  }

  /** Starts a column. It must come later in the order than all columns started before. */
  public void begin(long newColumn) {
    column = newColumn;
    remover = newColumn;
    greatest = -1;
  }

  /**
   * Adds one neighbour of the column that is earlier in the order.
   *
   * @param similarity of the pair, at least 0: a number that orders similarities exactly
   * @return whether it is, so far, the neighbour that the column is removed for
   */
  public boolean neighbour(long earlier, long similarity) {
    boolean better = similarity > greatest && !removed.get((int) earlier);
    if (better) {
      remover = earlier;
      greatest = similarity;
    }
    return better;
  }

  /**
   * Returns whether an earlier neighbour is removed, so that the column may take the place of the
   * one that it is removed for if the column is kept. False if that is already known not to be the
   * case.
   */
  public boolean mayReplace(long earlier) {
    return remover == column && removed.get((int) earlier) && !isExcluded(earlier);
  }

  /**
   * Returns the column itself if it is kept. Otherwise returns the most similar of its earlier
   * neighbours that are kept; of equally similar ones, the first in the order.
   */
  public long end() {
    if (remover != column) {
      removed.set((int) column);
    }
    return remover;
  }
}
