package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;

/**
 * The tails of many columns, gathered bucket by bucket: the tail of i are the columns j &gt; i to
 * be paired with i. The parts of a tail come in any order and with repeats.
 *
 * <p>Memory: 8 to 16 bytes for each column of a tail, and about 100 for each tail.
 */
final class Tails {

  /** Columns of all tails from which on there should be no more. */
  static final int MAX_COLUMNS = 1 << 19;

  interface Sink {

    /** Takes the tail of column i, ascending and distinct. */
    void take(long i, LongArrayList tail) throws IOException, InterruptedException;
  }

  private final Long2ObjectOpenHashMap<LongArrayList> tails = new Long2ObjectOpenHashMap<>();
  private int size;

  /** Adds the tail that a bucket lists for one of its heads; returns how many columns it has. */
  int add(BucketLine bucket, int head) {
    LongArrayList columns = bucket.columns();
    int from = bucket.firstPartner(head);
    int added = columns.size() - from;
    LongArrayList tail =
        tails.computeIfAbsent(columns.getLong(head), i -> new LongArrayList(added));
    tail.addElements(tail.size(), columns.elements(), from, added);
    size += added;
    return added;
  }

  boolean isFull() {
    return size >= MAX_COLUMNS;
  }

  /** Sends the tails to a sink, by column, and removes them; returns the number of repeats. */
  long drain(Sink sink) throws IOException, InterruptedException {
    long repeats = 0;
    long[] heads = tails.keySet().toLongArray();
    Arrays.sort(heads);
    for (long i : heads) {
      LongArrayList tail = tails.remove(i);
      repeats += removeRepeats(tail);
      sink.take(i, tail);
    }
    size = 0;
    return repeats;
  }

  /** Sorts columns and removes repeats; returns how many there were. */
  static int removeRepeats(LongArrayList columns) {
    long[] all = columns.elements();
    int size = columns.size();
    Arrays.sort(all, 0, size);
    int distinct = 0;
    for (int at = 0; at < size; at++) {
      if (at == 0 || all[at] != all[at - 1]) {
        all[distinct++] = all[at];
      }
    }
    columns.size(distinct);
    return size - distinct;
  }
}
