package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Grows lists of shingles in one step for a large text, and releases their memory afterwards. */
final class ShingleLists {

  /** The largest capacity, in longs, that {@link #reset} keeps: 1 MiB. */
  static final int RETAINED_LONGS = (1 << 20) / Long.BYTES;

  // Below this, growing by half is cheap; it is also needed when many small texts share a list.
  private static final int WORTH_PRESIZING = 1024;

  // The smallest capacity of a list.
  private static final int FEW = 16;

  private ShingleLists() {}

  /** Makes room for {@code count} more elements, if {@code count} is large. */
  static void presize(LongArrayList list, int count) {
    if (count >= WORTH_PRESIZING) {
      makeRoom(list, count);
    }
  }

  /**
   * Makes the list longer by {@code count} elements, which the caller sets; returns the index of
   * the first of them.
   */
  static int extend(LongArrayList list, int count) {
    makeRoom(list, count);
    int from = list.size();
    list.size(Math.addExact(from, count));
    return from;
  }

  private static void makeRoom(LongArrayList list, int count) {
    long needed = (long) list.size() + count;
    if (needed > list.elements().length) {
      long roomy = Math.max(needed, Math.max(FEW, list.size() * 3L / 2));
      list.ensureCapacity((int) Math.min(roomy, Integer.MAX_VALUE - 8));
    }
  }

  /** Empties the list, and releases its array if that is larger than 1 MiB. */
  static void reset(LongArrayList list) {
    list.clear();
    if (list.elements().length > RETAINED_LONGS) {
      list.trim();
    }
  }
}
