package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A document of a group, with its rank. Sorts by group, then rank (the smallest first), then
 * column; grouped by group.
 *
 * <pre>
 * offset  length  content
 * 0       5       the group: a column
 * 5       8       rank, unsigned
 * 13      5       column
 * </pre>
 */
public final class RankKey extends FixedKey {

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int COLUMN_OFFSET = COLUMN_BYTES + Long.BYTES;
  private static final int LENGTH = COLUMN_OFFSET + COLUMN_BYTES;

  /** Makes a key of zeros. */
  public RankKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public RankKey set(long group, long rank, long column) {
    put(0, COLUMN_BYTES, group);
    put(COLUMN_BYTES, Long.BYTES, rank);
    put(COLUMN_OFFSET, COLUMN_BYTES, column);
    return this;
  }

  /** Returns the group. */
  public long group() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns the rank. */
  public long rank() {
    return get(COLUMN_BYTES, Long.BYTES);
  }

  /** Returns the column. */
  public long column() {
    return get(COLUMN_OFFSET, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(RankKey.class, LENGTH);
    }
  }

  /** Groups by group. */
  public static final class Group extends PrefixComparator {
    /** Compares groups. */
    public Group() {
      super(RankKey.class, COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(RankKey.class, new Order());
  }
}
