package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.sort.HashOrder;
import it.unimi.dsi.fastutil.chars.CharArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Document–shingle pairs of one block: shingle, column within the block, and the last round in
 * which the pair is needed. They come in any order, as runs of many, and are drained in the order
 * of their shingles (unsigned).
 *
 * <p>In a run, a pair has {@value #PAIR_BYTES} bytes: 8 of the shingle, 3 of the column, 2 of the
 * round, each big-endian. Memory: 22 bytes a pair while they are sorted.
 */
final class PairBatch {

  /** Bytes of a pair in a run. */
  static final int PAIR_BYTES = 13;

  /** Offset of the eight bytes that end with the column and the round. */
  private static final int PLACE = PAIR_BYTES - Long.BYTES;

  private static final int MAX_COLUMN = (1 << 24) - 1;

  /** A batch is full at this many pairs; adding a run may exceed it. */
  static final int MAX_PAIRS = 1 << 19;

  /** Takes pairs. */
  interface Sink {
    /** Takes a pair. */
    void take(long shingle, int column, int round) throws java.io.IOException, InterruptedException;
  }

  private final LongArrayList shingles = new LongArrayList();
  private final IntArrayList columns = new IntArrayList();
  private final CharArrayList rounds = new CharArrayList();
  private final HashOrder order = new HashOrder();

  /** Adds the pairs of a run, in bytes from 0 on. */
  void addRun(byte[] bytes, int length) {
    for (int at = 0; at < length; at += PAIR_BYTES) {
      long place = BigEndian.getLong(bytes, at + PLACE);
      shingles.add(BigEndian.getLong(bytes, at));
      columns.add((int) (place >>> Character.SIZE) & MAX_COLUMN);
      rounds.add((char) place);
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

  /** Sends all pairs to a sink, by shingle, and empties the batch. */
  void drain(Sink sink) throws java.io.IOException, InterruptedException {
    order.order(shingles.elements(), size());
    for (int i = 0; i < size(); i++) {
      int place = order.at(i);
      sink.take(shingles.getLong(place), columns.getInt(place), rounds.getChar(place));
    }
    shingles.clear();
    columns.clear();
    rounds.clear();
  }
}
