package io.neardup.hadoop.stage3candidatelist;

import io.neardup.sort.DigitSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import java.util.Arrays;

/**
 * Gathers pairs (i, j), i &lt; j, in any order and with repeats, and turns them into one tail for
 * each column i.
 *
 * <p>Memory: 32 bytes for each of at most {@value #MAX_PAIRS} pairs. Not safe for use by several
 * threads.
 */
final class GatheredPairs {

  /** The most pairs that are held. */
  static final int MAX_PAIRS = 1 << 19;

  /** Takes the tails in the order of their columns. */
  interface Sink {
    /** Takes the tail of a column, or a piece of it, which the next call overwrites. */
    void accept(long i, Tail piece) throws IOException, InterruptedException;
  }

  private static final int PLACE_BITS = Integer.numberOfTrailingZeros(MAX_PAIRS);

  private final LongArrayList smaller = new LongArrayList(); // i, and the place of j
  private final LongArrayList larger = new LongArrayList();
  private final Tail piece = new Tail();
  private final DigitSort sort = new DigitSort();
  private long[] tail = new long[16];

  boolean isFull() {
    return larger.size() == MAX_PAIRS;
  }

  void add(long i, long j) {
    smaller.add(i << PLACE_BITS | larger.size());
    larger.add(j);
  }

  /** Sends all pairs to a sink, without repeats, and clears them; returns the number of repeats. */
  long drain(Sink sink) throws IOException, InterruptedException {
    int size = larger.size();
    long[] sorted = sort.sort(smaller.elements(), size, PLACE_BITS);
    long repeats = 0;
    for (int at = 0; at < size; ) {
      long i = sorted[at] >>> PLACE_BITS;
      int length = 0;
      for (; at < size && sorted[at] >>> PLACE_BITS == i; at++) {
        tail = LongArrays.grow(tail, length + 1, length);
        tail[length++] = larger.getLong((int) sorted[at] & (MAX_PAIRS - 1));
      }
      Arrays.sort(tail, 0, length);
      repeats += send(i, length, sink);
    }
    smaller.clear();
    larger.clear();
    return repeats;
  }

  private long send(long i, int length, Sink sink) throws IOException, InterruptedException {
    LongArrayList columns = piece.columns();
    columns.clear();
    long repeats = 0;
    for (int at = 0; at < length; at++) {
      if (at > 0 && tail[at] == tail[at - 1]) {
        repeats++;
        continue;
      }
      if (columns.size() == Tail.MAX_COLUMNS) {
        sink.accept(i, piece);
        columns.clear();
      }
      columns.add(tail[at]);
    }
    sink.accept(i, piece);
    return repeats;
  }
}
