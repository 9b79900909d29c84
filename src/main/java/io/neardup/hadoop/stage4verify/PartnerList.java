package io.neardup.hadoop.stage4verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The partners of a document in one block, ascending: the column of each, and in how many slots the
 * two signatures agree.
 */
final class PartnerList {

  private final LongArrayList columns = new LongArrayList();
  private final IntArrayList agreements = new IntArrayList();

  void clear() {
    columns.clear();
    agreements.clear();
  }

  /** Adds a column, larger than those before. */
  void add(long column, int agreement) {
    columns.add(column);
    agreements.add(agreement);
  }

  int size() {
    return columns.size();
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  long column(int index) {
    return columns.getLong(index);
  }

  int agreement(int index) {
    return agreements.getInt(index);
  }

  /** Returns a copy that takes no more room than it needs. */
  PartnerList copy() {
    PartnerList copy = new PartnerList();
    copy.columns.addAll(columns);
    copy.agreements.addAll(agreements);
    return copy;
  }
}
