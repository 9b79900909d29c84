package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The columns of a piece of a tail that is being merged, and which of them is the next. */
final class Piece {

  private final long[] columns;
  private int next;

  /** Copies the columns of a piece from a place on; there must be one. */
  Piece(LongArrayList columns, int from) {
    this.columns = columns.subList(from, columns.size()).toLongArray();
  }

  /** Returns the next column. */
  long column() {
    return columns[next];
  }

  /** Moves on past the columns in the window, which it adds to it; returns how many they are. */
  int addTo(ColumnWindow window) {
    int added = window.add(columns, next, columns.length);
    next += added;
    return added;
  }

  boolean isAtEnd() {
    return next == columns.length;
  }
}
