package io.neardup.hadoop.stage4verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sorts the partners of a document by their blocks. Memory: 28 bytes for each of at most {@value
 * #MAX} partners. Not safe for use by several threads.
 */
final class PartnersByBlock {

  /** The most partners. */
  static final int MAX = 1 << 16;

  /** Takes partners block by block. */
  interface Sink {
    /** Takes the partners in one block, in a list that the next call overwrites. */
    void take(int block, PartnerList partners) throws IOException, InterruptedException;
  }

  private final LongArrayList columns = new LongArrayList();
  private final IntArrayList agreements = new IntArrayList();
  private final LongArrayList order = new LongArrayList(); // block, then place

  boolean isFull() {
    return columns.size() == MAX;
  }

  /** Adds a partner; columns must ascend. */
  void add(int block, long column, int agreement) {
    order.add((long) block << Integer.SIZE | columns.size());
    columns.add(column);
    agreements.add(agreement);
  }

  /** Sends the partners to a sink by block, then column, and clears them. */
  void drain(PartnerList partners, Sink sink) throws IOException, InterruptedException {
    Arrays.sort(order.elements(), 0, order.size());
    for (int at = 0; at < order.size(); ) {
      int block = block(at);
      partners.clear();
      for (; at < order.size() && block(at) == block; at++) {
        int place = (int) order.getLong(at);
        partners.add(columns.getLong(place), agreements.getInt(place));
      }
      sink.take(block, partners);
    }
    partners.clear();
    order.clear();
    columns.clear();
    agreements.clear();
  }

  private int block(int at) {
    return (int) (order.getLong(at) >>> Integer.SIZE);
  }
}
