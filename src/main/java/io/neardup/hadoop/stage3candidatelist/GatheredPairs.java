package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;

/**
 * Gathers pairs (i, j), i &lt; j, in any order and with repeats, and turns them into one tail for
 * each column i.
 *
 * <p>Memory: {@value #HEAP_BYTES} bytes for each of at most {@value #MAX_PAIRS} pairs. Not safe for
 * use by several threads.
 */
final class GatheredPairs {

  /** Bytes of heap for a pair. */
  static final int HEAP_BYTES = 16;

  /** The most pairs that are held. */
  static final int MAX_PAIRS = 1 << 18;

  /** Takes the tails in the order of their columns. */
  interface Sink {
    /** Takes the tail of a column, or a piece of it, which the next call overwrites. */
    void accept(long i, Tail piece) throws IOException, InterruptedException;
  }

  private final LongArrayList smaller = new LongArrayList();
  private final LongArrayList larger = new LongArrayList();
  private final Tail piece = new Tail();

  boolean isFull() {
    return smaller.size() == MAX_PAIRS;
  }

  void add(long i, long j) {
    smaller.add(i);
    larger.add(j);
  }

  /** Sends all pairs to a sink, without repeats, and clears them; returns the number of repeats. */
  long drain(Sink sink) throws IOException, InterruptedException {
    int size = smaller.size();
    long[] is = smaller.elements();
    long[] js = larger.elements();
    LongArrays.radixSort(is, js, 0, size);
    LongArrayList tail = piece.columns();
    tail.clear();
    long repeats = 0;
    for (int p = 0; p < size; p++) {
      boolean sameColumn = p > 0 && is[p] == is[p - 1];
      if (sameColumn && js[p] == js[p - 1]) {
        repeats++;
        continue;
      }
      if (!tail.isEmpty() && (!sameColumn || tail.size() == Tail.MAX_COLUMNS)) {
        sink.accept(is[p - 1], piece);
        tail.clear();
      }
      tail.add(js[p]);
    }
    if (!tail.isEmpty()) {
      sink.accept(is[size - 1], piece);
    }
    smaller.clear();
    larger.clear();
    return repeats;
  }
}
