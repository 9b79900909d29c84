package io.neardup.hadoop.table;

import org.apache.hadoop.io.WritableComparator;

/**
 * Two columns: sorts by the first, then the second; grouped by the first.
 *
 * <pre>
 * offset  length  content
 * 0       5       first column
 * 5       5       second column
 * </pre>
 */
public final class ColumnPairKey extends FixedKey {

  /** Bytes of a column: column numbers are below 2⁴⁰. */
  public static final int COLUMN_BYTES = 5;

  /** Bytes of a key. */
  public static final int LENGTH = 2 * COLUMN_BYTES;

  /** Makes a key of zeros. */
  public ColumnPairKey() {
    super(LENGTH);
  }

  /** Sets both columns. */
  public ColumnPairKey set(long first, long second) {
    put(0, COLUMN_BYTES, first);
    put(COLUMN_BYTES, COLUMN_BYTES, second);
    return this;
  }

  /** Returns the first column. */
  public long first() {
    return get(0, COLUMN_BYTES);
  }

  /** Returns the second column. */
  public long second() {
    return get(COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Sorts by both columns. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(ColumnPairKey.class, LENGTH);
    }
  }

  /** Groups by the first column. */
  public static final class First extends PrefixComparator {
    /** Compares first columns. */
    public First() {
      super(ColumnPairKey.class, COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(ColumnPairKey.class, new Order());
  }
}
