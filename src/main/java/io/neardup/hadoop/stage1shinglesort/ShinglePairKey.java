package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.io.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The key of a document–shingle pair: sorts by block, then shingle, then column.
 *
 * <pre>
 * offset  length  content
 * 0       4       block of columns
 * 4       8       shingle, in unsigned order
 * 12      4       column within the block
 * </pre>
 */
public final class ShinglePairKey extends FixedKey {

  private static final int SHINGLE = 4;
  private static final int COLUMN = 12;
  private static final int LENGTH = 16;

  /** Makes a key of zeros. */
  public ShinglePairKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public void set(long block, long shingle, int columnInBlock) {
    put(0, SHINGLE, block);
    put(SHINGLE, Long.BYTES, shingle);
    put(COLUMN, LENGTH - COLUMN, columnInBlock);
  }

  /** Returns the block of columns. */
  public long block() {
    return get(0, SHINGLE);
  }

  /** Returns the shingle. */
  public long shingle() {
    return get(SHINGLE, Long.BYTES);
  }

  /** Returns the column's number within the block. */
  public int columnInBlock() {
    return (int) get(COLUMN, LENGTH - COLUMN);
  }

  /** Sorts pairs. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(ShinglePairKey.class, LENGTH);
    }
  }

  /** Groups the pairs of a row of a block. */
  public static final class Row extends PrefixComparator {
    /** Compares block and shingle. */
    public Row() {
      super(ShinglePairKey.class, COLUMN);
    }
  }

  static {
    WritableComparator.define(ShinglePairKey.class, new Order());
  }
}
