package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * The key of a run of columns, sorted by their hashes in a band: sorts by band, then range of band
 * hashes, then the first column of the run; grouped by band and range.
 *
 * <pre>
 * offset  length  content
 * 0       2       band, from 0
 * 2       2       range of band hashes
 * 4       5       the column from which those of the run are counted
 * </pre>
 */
public final class BandRunKey extends FixedKey {

  private static final int RANGE = 2;
  private static final int COLUMN = 4;

  /** Bytes of a key. */
  static final int LENGTH = COLUMN + ColumnPairKey.COLUMN_BYTES;

  /** Makes a key of zeros. */
  public BandRunKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public BandRunKey set(int band, int range, long firstColumn) {
    put(0, RANGE, band);
    put(RANGE, COLUMN - RANGE, range);
    put(COLUMN, ColumnPairKey.COLUMN_BYTES, firstColumn);
    return this;
  }

  /** Returns the band. */
  public int band() {
    return (int) get(0, RANGE);
  }

  /** Returns the range of band hashes. */
  public int range() {
    return (int) get(RANGE, COLUMN - RANGE);
  }

  /** Returns the column from which the run counts its columns. */
  public long firstColumn() {
    return get(COLUMN, ColumnPairKey.COLUMN_BYTES);
  }

  /** Sorts runs. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(BandRunKey.class, LENGTH);
    }
  }

  /** Groups the runs of a range of a band. */
  public static final class Range extends PrefixComparator {
    /** Compares band and range. */
    public Range() {
      super(BandRunKey.class, COLUMN);
    }
  }

  static {
    WritableComparator.define(BandRunKey.class, new Order());
  }
}
