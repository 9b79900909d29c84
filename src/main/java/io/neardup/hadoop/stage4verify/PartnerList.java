package io.neardup.hadoop.stage4verify;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The partners of a column in one block, ascending: of each its offset from the block's first
 * column and in how many slots the signatures agree.
 */
final class PartnerList {

  private final IntArrayList offsets = new IntArrayList();
  private final IntArrayList agreements = new IntArrayList();

  void clear() {
    offsets.clear();
    agreements.clear();
  }

  /** Adds a column, of a larger offset than those before. */
  void add(int offset, int agreement) {
    offsets.add(offset);
    agreements.add(agreement);
  }

  int size() {
    return offsets.size();
  }

  boolean isEmpty() {
    return offsets.isEmpty();
  }

  int offset(int index) {
    return offsets.getInt(index);
  }

  int agreement(int index) {
    return agreements.getInt(index);
  }

  /** Returns a copy that takes no more room than it needs. */
  PartnerList copy() {
    PartnerList copy = new PartnerList();
    copy.offsets.addAll(offsets);
    copy.agreements.addAll(agreements);
    return copy;
  }
}
