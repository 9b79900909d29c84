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

  /** From so many columns on it is faster to sort by bits, where they are in a small range. */
  private static final int MANY = 32;

  interface Sink {

    /** Takes the tail of column i, ascending. */
    void take(long i, LongArrayList tail) throws IOException, InterruptedException;
  }

  private final Long2ObjectOpenHashMap<LongArrayList> tails = new Long2ObjectOpenHashMap<>();
  private final int least;
  private int size;

  /**
   * Makes an empty instance.
   *
   * @param least how many repeats of a column of a tail count, 1 or more
   */
  Tails(int least) {
    this.least = least;
  }

  /** Adds the tail that a bucket lists for one of its heads; returns how many columns it has. */
  int add(BucketLine bucket, int head) {
    LongArrayList partners = bucket.partners(head);
    int from = bucket.first(head);
    int added = partners.size() - from;
    if (added > 0) {
      long i = bucket.columns().getLong(head);
      LongArrayList tail = tails.computeIfAbsent(i, c -> new LongArrayList(added));
      tail.addElements(tail.size(), partners.elements(), from, added);
      size += added;
    }
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
      LongArrayList tail = tails.get(i);
      repeats += removeRepeats(tail, least);
      sink.take(i, tail);
    }
    tails.clear();
    size = 0;
    return repeats;
  }

  /** Sorts columns and leaves each {@code most} times at most; returns how many were removed. */
  static int removeRepeats(LongArrayList columns, int most) {
    long[] all = columns.elements();
    int size = columns.size();
    int left = most == 1 && size >= MANY ? sortByBits(all, size) : 0;
    if (left == 0) {
      Arrays.sort(all, 0, size);
      for (int at = 0; at < size; at++) {
        if (left < most || all[at] != all[left - most]) {
          all[left++] = all[at];
        }
      }
    }
    columns.size(left);
    return size - left;
  }

  /** Sorts columns of a small range and leaves each once; returns how many, or 0: none is moved. */
  private static int sortByBits(long[] columns, int size) {
    long least = columns[0];
    long largest = columns[0];
    for (int at = 1; at < size; at++) {
      least = Math.min(least, columns[at]);
      largest = Math.max(largest, columns[at]);
    }
    if (largest - least >= (long) Long.SIZE * size) {
      return 0;
    }
    // Words, not a BitSet: before the code is optimized, its calls take longer than a sort.
    long[] found = new long[(int) ((largest - least) / Long.SIZE) + 1];
    for (int at = 0; at < size; at++) {
      int bit = (int) (columns[at] - least);
      found[bit / Long.SIZE] |= 1L << bit;
    }
    int left = 0;
    for (int word = 0; word < found.length; word++) {
      long first = least + (long) Long.SIZE * word;
      for (long bits = found[word]; bits != 0; bits &= bits - 1) {
        columns[left++] = first + Long.numberOfTrailingZeros(bits);
      }
    }
    return left;
  }

  /**
   * Removes the columns that are there fewer than {@code least} times, and repeats of the others.
   */
  static void removeRare(LongArrayList ascending, int least) {
    long[] all = ascending.elements();
    int distinct = 0;
    for (int at = least - 1; at < ascending.size(); at++) {
      long column = all[at];
      if (column == all[at - least + 1] && (distinct == 0 || column != all[distinct - 1])) {
        all[distinct++] = column;
      }
    }
    ascending.size(distinct);
  }
}
