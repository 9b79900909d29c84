package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPairKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A document of a group, with its rank. Sorts by group, then rank (the smallest first), then
 * column; grouped by group.
 *
 * <pre>
 * offset  length  content
 * 0       5       the group: a column
 * 5       r       rank
 * 5 + r   5       column
 * </pre>
 */
public final class RankKey extends RankedKey {

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Makes an empty key. */
  public RankKey() {}

  /** Sets all parts. */
  public RankKey set(long group, byte[] rank, long column) {
    resize(2 * COLUMN_BYTES + rank.length);
    put(0, COLUMN_BYTES, group);
    put(COLUMN_BYTES, rank);
    put(COLUMN_BYTES + rank.length, COLUMN_BYTES, column);
    return this;
  }

  /** Returns the group. */
  public long group() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns the rank. */
  public byte[] rank() {
    return rank(COLUMN_BYTES, bytes.length - 2 * COLUMN_BYTES);
  }

  /** Returns the column. */
  public long column() {
    return get(bytes.length - COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends RankedComparator {
    /** Compares whole keys. */
    public Order() {
      super(RankKey.class);
    }

    @Override
    protected int prefix(int length) {
      return length;
    }
  }

  /** Groups by group. */
  public static final class Group extends RankedComparator {
    /** Compares groups. */
    public Group() {
      super(RankKey.class);
    }

    @Override
    protected int prefix(int length) {
      return COLUMN_BYTES;
    }
  }

  static {
    WritableComparator.define(RankKey.class, new Order());
  }
}
