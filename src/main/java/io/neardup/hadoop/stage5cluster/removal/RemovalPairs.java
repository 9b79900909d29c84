package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPairKey;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;

/**
 * Holds for each removed column the best of its pairs that were added, which is the reason for the
 * removal: its pair with the kept column or, if there is none, its most similar pair (of equally
 * similar ones, the one with the smallest column).
 *
 * <p>Memory: 24 to 48 bytes per column. The caller bounds the number of columns.
 */
final class RemovalPairs {

  /** How many columns a task holds at once. */
  static final int IN_MEMORY = 1 << 17;

  private static final int COLUMN_BITS = Byte.SIZE * ColumnPairKey.COLUMN_BYTES;
  private static final long COLUMN_MASK = (1L << COLUMN_BITS) - 1;
  private static final long NONE = -1;

  /** Takes a column and its pair. */
  interface Sink {
    /** Receives a column and its pair; the similarity is in millionths. */
    void take(long column, long other, int similarity) throws IOException, InterruptedException;
  }

  // Column to the similarity in millionths, above 40 bits of the other column.
  private final Long2LongOpenHashMap pairs = new Long2LongOpenHashMap();

  RemovalPairs() {
    pairs.defaultReturnValue(NONE);
  }

  /** Returns how many columns it holds. */
  int size() {
    return pairs.size();
  }

  /**
   * Adds a pair of a column.
   *
   * @param similarity in millionths
   * @param kept the column that is kept in its place, or itself
   */
  void add(long column, long other, int similarity, long kept) {
    long held = pairs.get(column);
    if (held == NONE
        || isBetterReason(
            other, similarity, held & COLUMN_MASK, (int) (held >>> COLUMN_BITS), kept)) {
      pairs.put(column, (long) similarity << COLUMN_BITS | other);
    }
  }

  /**
   * Returns whether a pair of a column is a better reason for its removal than the pair that is
   * held.
   */
  static boolean isBetterReason(
      long other, int similarity, long heldOther, int heldSimilarity, long kept) {
    if (heldOther == kept || other == kept) {
      return other == kept;
    }
    return similarity == heldSimilarity ? other < heldOther : similarity > heldSimilarity;
  }

  /** Passes all columns on, in no particular order, and removes them. */
  void drain(Sink sink) throws IOException, InterruptedException {
    for (Long2LongMap.Entry pair : pairs.long2LongEntrySet()) {
      long held = pair.getLongValue();
      sink.take(pair.getLongKey(), held & COLUMN_MASK, (int) (held >>> COLUMN_BITS));
    }
    pairs.clear();
  }
}
