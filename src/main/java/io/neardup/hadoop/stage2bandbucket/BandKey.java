package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A column in a bucket: sorts by band, then the hash of the bucket (unsigned), then a number that
 * orders the columns of a bucket (unsigned), then column; grouped by band and hash.
 *
 * <pre>
 * offset  length  content
 * 0       2       band, from 0
 * 2       8       hash of the band's slots, or anchor
 * 10      8       order: the hash of all slots; or twice the column, plus 1 if it may only contain
 *                 others that have the anchor
 * 18      5       column
 * </pre>
 */
public final class BandKey extends FixedKey {

  /** Bytes of a key. */
  public static final int LENGTH = 18 + ColumnPairKey.COLUMN_BYTES;

  private static final int HASH = 2;
  private static final int ORDER = 10;
  private static final int COLUMN = 18;

  /** Makes a key of zeros. */
  public BandKey() {
    super(LENGTH);
  }

  /** Sets all parts. */
  public BandKey set(int band, long hash, long order, long column) {
    put(0, HASH, band);
    put(HASH, Long.BYTES, hash);
    put(ORDER, Long.BYTES, order);
    put(COLUMN, ColumnPairKey.COLUMN_BYTES, column);
    return this;
  }

  /** Returns the band. */
  public int band() {
    return (int) get(0, HASH);
  }

  /** Returns the hash of the bucket. */
  public long hash() {
    return get(HASH, Long.BYTES);
  }

  /** Returns the number by which the columns of a bucket are sorted first. */
  public long order() {
    return get(ORDER, Long.BYTES);
  }

  /** Returns the column. */
  public long column() {
    return get(COLUMN, ColumnPairKey.COLUMN_BYTES);
  }

  /** Sorts columns. */
  public static final class Order extends PrefixComparator {

    /** Compares whole keys. */
    public Order() {
      super(BandKey.class, LENGTH);
    }
  }

  /** Groups the columns of a bucket. */
  public static final class Bucket extends PrefixComparator {

    /** Compares band and hash. */
    public Bucket() {
      super(BandKey.class, ORDER);
    }
  }

  static {
    WritableComparator.define(BandKey.class, new Order());
  }
}
