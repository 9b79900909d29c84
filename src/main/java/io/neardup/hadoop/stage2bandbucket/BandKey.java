package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A column in a bucket: sorts by band, band hash, signature hash, column, so that columns with
 * identical signatures (twins) follow each other; grouped by band and band hash.
 *
 * <pre>
 * offset  length  content
 * 0       2       band, from 0
 * 2       8       hash of the band's slots, in unsigned order
 * 10      8       hash of all slots
 * 18      5       column
 * </pre>
 */
public final class BandKey extends FixedKey {

  private static final int BAND_HASH = 2;
  private static final int SIGNATURE_HASH = 10;
  private static final int COLUMN = 18;
  private static final int LENGTH = COLUMN + ColumnPairKey.COLUMN_BYTES;

  /** Makes a key of zeros. */
  public BandKey() {
    super(LENGTH);
  }

  /** Sets what the keys of all bands of a column share. */
  public void setColumn(long signatureHash, long column) {
    put(SIGNATURE_HASH, Long.BYTES, signatureHash);
    put(COLUMN, ColumnPairKey.COLUMN_BYTES, column);
  }

  /** Sets the bucket. */
  public void setBucket(int band, long bandHash) {
    put(0, BAND_HASH, band);
    put(BAND_HASH, Long.BYTES, bandHash);
  }

  /** Returns the band. */
  public int band() {
    return (int) get(0, BAND_HASH);
  }

  /** Returns the hash of the band's slots. */
  public long bandHash() {
    return get(BAND_HASH, Long.BYTES);
  }

  /** Returns the hash of all slots. */
  public long signatureHash() {
    return get(SIGNATURE_HASH, Long.BYTES);
  }

  /** Returns the column. */
  public long column() {
    return get(COLUMN, ColumnPairKey.COLUMN_BYTES);
  }

  /** Sorts by all parts. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(BandKey.class, LENGTH);
    }
  }

  /** Groups the columns of a bucket. */
  public static final class Bucket extends PrefixComparator {
    /** Compares band and band hash. */
    public Bucket() {
      super(BandKey.class, SIGNATURE_HASH);
    }
  }

  static {
    WritableComparator.define(BandKey.class, new Order());
  }
}
