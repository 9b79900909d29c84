package io.neardup.hadoop.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.WritableComparable;

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
}
