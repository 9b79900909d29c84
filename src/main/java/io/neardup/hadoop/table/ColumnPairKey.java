package io.neardup.hadoop.table;

import java.util.Arrays;
import org.apache.hadoop.io.WritableComparable;
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

  public static final int LENGTH = 2 * COLUMN_BYTES;

  /** Makes a key of zeros. */
  public ColumnPairKey() {
    super(LENGTH);
  }

  public ColumnPairKey set(long first, long second) {
    put(0, COLUMN_BYTES, first);
    put(COLUMN_BYTES, COLUMN_BYTES, second);
    return this;
  }

  public long first() {
    return get(0, COLUMN_BYTES);
  }

  public long second() {
    return get(COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Sorts by both columns, serialized or not. */
  public static class Order extends WritableComparator {

    private final int length; // how many leading bytes count

    public Order() {
      this(LENGTH);
    }

    private Order(int length) {
      super(ColumnPairKey.class, true);
      this.length = length;
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int at = 0;
      for (; at + Long.BYTES <= length; at += Long.BYTES) { // faster than byte by byte
        long x = BigEndian.getLong(b1, s1 + at);
        long y = BigEndian.getLong(b2, s2 + at);
        if (x != y) {
          return Long.compareUnsigned(x, y);
        }
      }
      return Arrays.compareUnsigned(b1, s1 + at, s1 + length, b2, s2 + at, s2 + length);
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of WritableComparator
    public int compare(WritableComparable a, WritableComparable b) {
      return compare(((ColumnPairKey) a).bytes, 0, length, ((ColumnPairKey) b).bytes, 0, length);
    }
  }

  /** Groups by the first column. */
  public static final class First extends Order {
    public First() {
      super(COLUMN_BYTES);
    }
  }

  static {
    WritableComparator.define(ColumnPairKey.class, new Order());
  }
}
