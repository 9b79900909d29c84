package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPairKey;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;

/**
 * The best reason to remove each column, among the pairs that were added: its pair with the column
 * that is kept, or else its most similar pair, of equally similar ones that with the smallest
 * column.
 *
 * <p>Memory: 24 to 48 bytes a column, of as many as the owner lets it hold.
 */
final class RemovalPairs {

  /** How many columns a task holds at once. */
  static final int IN_MEMORY = 1 << 17;

  private static final int COLUMN_BITS = Byte.SIZE * ColumnPairKey.COLUMN_BYTES;
  private static final long COLUMN_MASK = (1L << COLUMN_BITS) - 1;
  private static final long NONE = -1;

  /** Takes a column and its pair. */
  interface Sink {
    /** Takes it; the similarity is in millionths. */
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
   * @param kept the column that is kept for it, or itself
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
   * Returns whether a pair of a column is a better reason for its removal than one that is held.
   */
  static boolean isBetterReason(
      long other, int similarity, long heldOther, int heldSimilarity, long kept) {
    if (heldOther == kept || other == kept) {
      return other == kept;
    }
    return similarity == heldSimilarity ? other < heldOther : similarity > heldSimilarity;
  }

  /** Gives all columns, in no order, and forgets them. */
  void drain(Sink sink) throws IOException, InterruptedException {
    for (Long2LongMap.Entry pair : pairs.long2LongEntrySet()) {
      long held = pair.getLongValue();
      sink.take(pair.getLongKey(), held & COLUMN_MASK, (int) (held >>> COLUMN_BITS));
    }
    pairs.clear();
  }
}
