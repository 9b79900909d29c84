package io.neardup.hadoop.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * A key of a fixed number of bytes that sort as unsigned numbers from the left. Each subclass owns
 * the layout of its bytes; the raw order and {@link #compareTo} are the same by construction.
 */
public abstract class FixedKey implements WritableComparable<FixedKey> {

  /** The bytes of the key, for subclasses to lay out. */
  protected byte[] bytes;

  /** Makes a key of so many zero bytes. */
  protected FixedKey(int length) {
    bytes = new byte[length];
  }

  /** Writes the low {@code length} bytes of a number, big-endian. */
  protected final void put(int offset, int length, long value) {
    BigEndian.put(bytes, offset, length, value);
  }

  /** Reads {@code length} bytes as an unsigned big-endian number (8 bytes: as they are). */
  protected final long get(int offset, int length) {
    return BigEndian.get(bytes, offset, length);
  }

  /** Returns the leading column, for keys that begin with a column. */
  public final long leadingColumn() {
    return get(0, ColumnPairKey.COLUMN_BYTES);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.write(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    in.readFully(bytes);
  }

  @Override
  public int compareTo(FixedKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  @SuppressWarnings("EqualsGetClass") // keys of different layouts are different
  public boolean equals(Object other) {
    return other != null
        && getClass() == other.getClass()
        && Arrays.equals(bytes, ((FixedKey) other).bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Compares leading bytes, serialized or not: all of them for sorting, fewer for grouping. */
  protected abstract static class PrefixComparator extends WritableComparator {

    private final int length;

    /**
     * @param type the key's class
     * @param length how many leading bytes count
     */
    protected PrefixComparator(Class<? extends FixedKey> type, int length) {
      super(type, true);
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
      return compare(((FixedKey) a).bytes, 0, length, ((FixedKey) b).bytes, 0, length);
    }
  }
}
