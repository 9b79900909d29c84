package io.neardup.graph;

import java.util.BitSet;

/**
 * Decides one after the other, in an order of preference, which columns are kept: one is removed if
 * and only if it makes a pair with an earlier one that is kept. So the kept ones are the
 * lexicographically first maximal independent set of the graph of the pairs, whatever way they are
 * given in.
 *
 * <p>For each column that has an earlier neighbour, in the order, {@link #begin} is called, {@link
 * #neighbour} for every earlier neighbour, in the order, and {@link #end}. A column without an
 * earlier neighbour is kept and needs no call.
 *
 * <p>Memory: a bit a column.
 */
public final class DirectLinking {

  private final BitSet removed;
  private long column;
  private long remover;
  private int greatest;

  /**
   * Makes one that has removed nothing.
   *
   * @param columns how many columns there are
   */
  public DirectLinking(int columns) {
    removed = new BitSet(columns);
  }

  /** Goes on to a column, which is after all before it in the order. */
  public void begin(long newColumn) {
    column = newColumn;
    remover = newColumn;
    greatest = -1;
  }

  /**
   * Takes one of the column's neighbours that are before it in the order.
   *
   * @param similarity of the pair, at least 0
   */
  public void neighbour(long earlier, int similarity) {
    if (similarity > greatest && !removed.get((int) earlier)) {
      remover = earlier;
      greatest = similarity;
    }
  }

  /**
   * Returns the column itself if it is kept, else the most similar one among the kept columns it
   * makes a pair with that are before it; of equally similar ones the first in the order.
   */
  public long end() {
    if (remover != column) {
      removed.set((int) column);
    }
    return remover;
  }
}
