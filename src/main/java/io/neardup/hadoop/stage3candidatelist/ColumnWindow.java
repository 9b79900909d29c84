package io.neardup.hadoop.stage3candidatelist;

import java.io.IOException;

/**
 * The columns of a list within a window of {@value #SIZE} consecutive columns, as a bitmap: lists
 * are united by setting bits.
 *
 * <p>Memory: 33 KiB. Not safe for use by several threads.
 */
final class ColumnWindow {

  /** How many columns the window spans. */
  static final int SIZE = Long.SIZE * Long.SIZE;

  /** Takes the columns of a list, in order. */
  interface Sink {
    /**
     * Takes the next columns.
     *
     * @param columns an array that begins with them; the next call overwrites it
     * @param length how many, 1 to {@value #SIZE}
     */
    void accept(long[] columns, int length) throws IOException, InterruptedException;
  }

  private final long[] words = new long[Long.SIZE];
  private final long[] columns = new long[SIZE];
  private long used; // bit w: word w is not 0
  private long first;

  /** Moves the empty window so that it begins at a column. */
  void moveTo(long column) {
    first = column;
  }

  /** Returns the first column behind the window. */
  long end() {
    return first + SIZE;
  }

  /**
   * Adds columns, none before the window.
   *
   * @return how many of them are in the window, from {@code from} on
   */
  int add(long[] ascending, int from, int to) {
    int at = from;
    for (; at < to; at++) {
      long offset = ascending[at] - first;
      if (offset >= SIZE) {
        break;
      }
      int word = (int) offset / Long.SIZE;
      words[word] |= 1L << offset;
      used |= 1L << word;
    }
    return at - from;
  }

  /** Sends the columns to a sink and clears the window; returns how many they were. */
  int drain(Sink sink) throws IOException, InterruptedException {
    int length = 0;
    for (; used != 0; used &= used - 1) {
      int w = Long.numberOfTrailingZeros(used);
      long column = first + (long) w * Long.SIZE;
      for (long word = words[w]; word != 0; word &= word - 1) {
        columns[length++] = column + Long.numberOfTrailingZeros(word);
      }
      words[w] = 0;
    }
    sink.accept(columns, length);
    return length;
  }
}
