package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Grows lists of shingles in one step for a large text, and releases their memory afterwards. */
final class ShingleLists {

  /** The largest capacity, in longs, that {@link #reset} keeps: 1 MiB. */
  static final int RETAINED_LONGS = (1 << 20) / Long.BYTES;

  // Below this, growing by half is cheap; it is also needed when many small texts share a list.
  private static final int WORTH_PRESIZING = 1024;

  private ShingleLists() {}

  /** Makes room for {@code count} more elements, if {@code count} is large. */
  static void presize(LongArrayList list, int count) {
    long needed = (long) list.size() + count;
    if (count >= WORTH_PRESIZING && needed > list.elements().length) {
      long roomy = Math.max(needed, list.size() * 3L / 2);
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
