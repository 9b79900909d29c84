package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The columns of a piece of a tail that is being merged, and which of them is the next. */
final class Piece {

  private final long[] columns;
  private int next;

  /** Copies the columns of a piece. */
  Piece(LongArrayList columns) {
    this.columns = columns.toLongArray();
  }

  /** Returns the next column. */
  long column() {
    return columns[next];
  }

  void advance() {
    next++;
  }

  boolean isAtEnd() {
    return next == columns.length;
  }
}
