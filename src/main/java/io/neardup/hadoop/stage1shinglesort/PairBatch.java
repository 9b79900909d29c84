package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;

/**
 * Document–shingle pairs of one block: shingle, column within the block, and the last round in
 * which the pair is needed. They come in any order, as runs of many, and are drained shingle by
 * shingle, and for each by column.
 *
 * <p>In a run, a pair has {@value #PAIR_BYTES} bytes: 8 of the shingle, 3 of the column, 2 of the
 * round, each big-endian. Memory: 16 to 24 bytes for each of about {@value #MAX_PAIRS} pairs.
 */
final class PairBatch {

  /** Bytes of a pair in a run. */
  static final int PAIR_BYTES = 13;

  /** Offset of the eight bytes that end with the column and the round. */
  private static final int PLACE = PAIR_BYTES - Long.BYTES;

  private static final long PLACE_MASK = (1L << (Byte.SIZE * (PAIR_BYTES - Long.BYTES))) - 1;

  /** A batch is full at this many pairs; adding a run may exceed it. */
  static final int MAX_PAIRS = 1 << 19;

  interface Sink {
    void take(long shingle, int column, int round) throws IOException, InterruptedException;
  }

  private final HashSort sort = new HashSort();
  private final LongArrayList shingles = new LongArrayList();
  private final LongArrayList places = new LongArrayList(); // column and round, in the low bytes

  /** Adds the pairs of a run, in bytes from 0 on. */
  void addRun(byte[] bytes, int length) {
    for (int at = 0; at < length; at += PAIR_BYTES) {
      shingles.add(BigEndian.getLong(bytes, at));
      places.add(BigEndian.getLong(bytes, at + PLACE) & PLACE_MASK);
    }
  }

  /** Writes a pair in the format of a run. */
  static void put(byte[] bytes, int at, long shingle, int column, int round) {
    // Two overlapping stores avoid a loop; the last bytes of the shingle are written twice.
    BigEndian.putLong(bytes, at, shingle);
    long place = ((long) column << Character.SIZE) | round;
    BigEndian.putLong(bytes, at + PLACE, (shingle << (Byte.SIZE * PLACE)) | place);
  }

  int size() {
    return shingles.size();
  }

  boolean isFull() {
    return size() >= MAX_PAIRS;
  }

  /** Sends all pairs to a sink, shingle by shingle, and empties the batch. */
  void drain(Sink sink) throws IOException, InterruptedException {
    long[] its = places.elements();
    sort.sort(shingles.elements(), its, 0, size());
    for (int from = 0, to; from < size(); from = to) {
      long shingle = shingles.getLong(from);
      to = from + 1;
      while (to < size() && shingles.getLong(to) == shingle) {
        to++;
      }
      Arrays.sort(its, from, to);
      for (int i = from; i < to; i++) {
        sink.take(shingle, (int) (its[i] >>> Character.SIZE), (int) its[i] & Character.MAX_VALUE);
      }
    }
    shingles.clear();
    places.clear();
  }
}
