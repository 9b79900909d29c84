package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A column, with the column that is kept in its place or with a column that it makes a pair with.
 * Sorts by column; then the kept column comes first, and the pairs follow by their other column.
 * Grouped by column.
 *
 * <pre>
 * offset  length  content
 * 0       5       column
 * 5       1       0 if the kept column follows, 1 if the other column of a pair does
 * 6       5       that column
 * </pre>
 */
public final class DecisionKey extends FixedKey {

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Bytes of a key. */
  public static final int LENGTH = 2 * COLUMN_BYTES + 1;

  /** Makes a key of zeros. */
  public DecisionKey() {
    super(LENGTH);
  }

  /**
   * Makes it the key of the column that is kept in place of a column, which may be that column
   * itself.
   */
  public DecisionKey setKept(long column, long kept) {
    return set(column, 0, kept);
  }

  /** Makes it the key of a pair. */
  public DecisionKey setPair(long column, long other) {
    return set(column, 1, other);
  }

  private DecisionKey set(long column, int kind, long other) {
    put(0, COLUMN_BYTES, column);
    put(COLUMN_BYTES, 1, kind);
    put(COLUMN_BYTES + 1, COLUMN_BYTES, other);
    return this;
  }

  /** Returns the column. */
  public long column() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns whether it is the key of a pair. */
  public boolean isPair() {
    return get(COLUMN_BYTES, 1) == 1;
  }

  /** Returns the kept column, or the other one of the pair. */
  public long other() {
    return get(COLUMN_BYTES + 1, COLUMN_BYTES);
  }

  /** Sorts by the whole key. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(DecisionKey.class, LENGTH);
    }
  }

  /** Groups by column. */
  public static final class Column extends PrefixComparator {
    /** Compares columns. */
    public Column() {
      super(DecisionKey.class, COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(DecisionKey.class, new Order());
  }
}
