package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The key of a sorted run of document–shingle pairs: sorts by block, then range of shingles, then
 * first column of the run, so that the runs of a range come by column; grouped by block and range.
 *
 * <pre>
 * offset  length  content
 * 0       4       block of columns
 * 4       2       range of shingles
 * 6       4       first column of the run, within the block
 * </pre>
 */
public final class ShingleRunKey extends FixedKey {

  private static final int RANGE = 4;
  private static final int COLUMN = 6;

  /** Bytes of a key. */
  static final int LENGTH = 10;

  /** Makes a key of zeros. */
  public ShingleRunKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public ShingleRunKey set(long block, int range, int firstColumn) {
    put(0, RANGE, block);
    put(RANGE, COLUMN - RANGE, range);
    put(COLUMN, LENGTH - COLUMN, firstColumn);
    return this;
  }

  /** Returns the block of columns. */
  public long block() {
    return get(0, RANGE);
  }

  /** Returns the range of shingles. */
  public int range() {
    return (int) get(RANGE, COLUMN - RANGE);
  }

  /** Returns the number, within the block, of the first column that may be in the run. */
  public int firstColumn() {
    return (int) get(COLUMN, LENGTH - COLUMN);
  }

  /** Sorts runs. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(ShingleRunKey.class, LENGTH);
    }
  }

  /** Groups the runs of a range of a block. */
  public static final class Range extends PrefixComparator {
    /** Compares block and range. */
    public Range() {
      super(ShingleRunKey.class, COLUMN);
    }
  }

  static {
    WritableComparator.define(ShingleRunKey.class, new Order());
  }
}
