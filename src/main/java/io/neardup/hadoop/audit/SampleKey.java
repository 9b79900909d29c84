package io.neardup.hadoop.audit;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.FixedKey;
import org.apache.hadoop.io.WritableComparator;

/**
 * A sampled document: sorts by the length of its text, then its column.
 *
 * <pre>
 * offset  length  content
 * 0       5       length of the text in bytes
 * 5       5       column
 * </pre>
 */
public final class SampleKey extends FixedKey {

  /** Makes a key of zeros. */
  public SampleKey() {
    super(2 * ColumnPairKey.COLUMN_BYTES);
  }

  SampleKey set(long textLength, long column) {
    put(0, ColumnPairKey.COLUMN_BYTES, textLength);
    put(ColumnPairKey.COLUMN_BYTES, ColumnPairKey.COLUMN_BYTES, column);
    return this;
  }

  long textLength() {
    return get(0, ColumnPairKey.COLUMN_BYTES);
  }

  long column() {
    return get(ColumnPairKey.COLUMN_BYTES, ColumnPairKey.COLUMN_BYTES);
  }

  /** Sorts by both. */
  public static final class Order extends PrefixComparator {
    /** Compares whole keys. */
    public Order() {
      super(SampleKey.class, 2 * ColumnPairKey.COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(SampleKey.class, new Order());
  }
}
