package io.neardup.hadoop.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * A key of several fields, of which the first ones are a group. Sorts by all bytes, unsigned;
 * {@link Group} compares the group alone. Each job lays out its keys: columns of 5 bytes, tags of
 * one byte, ranks, names. Serialized, the lengths of the key and of its group come first, of two
 * bytes each.
 */
public final class GroupedKey implements WritableComparable<GroupedKey> {

  /** Bytes of a column: column numbers are below 2⁴⁰. */
  public static final int COLUMN_BYTES = 5;

  private static final int LENGTH_BYTES = Short.BYTES;

  private byte[] bytes = {};
  private int group; // its length
  private int at; // where the next field is put

  /** Begins a key of so many bytes, below 2¹⁶; the caller puts its fields from left to right. */
  public GroupedKey start(int length) {
    bytes = bytes.length == length ? bytes : new byte[length];
    group = length;
    at = 0;
    return this;
  }

  public GroupedKey column(long column) {
    BigEndian.put(bytes, at, COLUMN_BYTES, column);
    at += COLUMN_BYTES;
    return this;
  }

  /** Puts a number of 8 bytes. */
  public GroupedKey number(long number) {
    BigEndian.put(bytes, at, Long.BYTES, number);
    at += Long.BYTES;
    return this;
  }

  public GroupedKey bytes(byte... more) {
    return bytes(more, more.length);
  }

  /** Puts the first bytes of an array. */
  public GroupedKey bytes(byte[] more, int length) {
    System.arraycopy(more, 0, bytes, at, length);
    at += length;
    return this;
  }

  /** Ends the group; without it, the whole key is the group. */
  public GroupedKey endGroup() {
    group = at;
    return this;
  }

  /** Sets a key of a group, which is a column, and another column. */
  public GroupedKey set(long groupColumn, long column) {
    return start(2 * COLUMN_BYTES).column(groupColumn).endGroup().column(column);
  }

  /** Sets a key of a group, which is a column, a rank and another column. */
  public GroupedKey set(long groupColumn, byte[] rank, long column) {
    return start(2 * COLUMN_BYTES + rank.length)
        .column(groupColumn)
        .endGroup()
        .bytes(rank)
        .column(column);
  }

  /** Sets a key of a group, which is a column, a tag and another column. */
  public GroupedKey set(long groupColumn, int tag, long column) {
    return start(2 * COLUMN_BYTES + 1)
        .column(groupColumn)
        .endGroup()
        .bytes((byte) tag)
        .column(column);
  }

  public int byteAt(int offset) {
    return bytes[offset];
  }

  /** Returns the byte behind the group. */
  public int tag() {
    return bytes[group];
  }

  public int lastByte() {
    return bytes[bytes.length - 1];
  }

  /** Returns the column at the beginning of the key. */
  public long leadingColumn() {
    return BigEndian.get(bytes, 0, COLUMN_BYTES);
  }

  /** Returns the column at the end of the group. */
  public long groupColumn() {
    return BigEndian.get(bytes, group - COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Returns the column at the end of the key. */
  public long column() {
    return BigEndian.get(bytes, bytes.length - COLUMN_BYTES, COLUMN_BYTES);
  }

  /** Returns the bytes of the group from one on. */
  public byte[] group(int from) {
    return Arrays.copyOfRange(bytes, from, group);
  }

  /** Returns the bytes between the group and the column at the end of the key. */
  public byte[] rank() {
    return Arrays.copyOfRange(bytes, group, bytes.length - COLUMN_BYTES);
  }

  /** Returns the bytes from one on. */
  public byte[] from(int offset) {
    return Arrays.copyOfRange(bytes, offset, bytes.length);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeShort(bytes.length);
    out.writeShort(group);
    out.write(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    start(in.readUnsignedShort());
    group = in.readUnsignedShort();
    in.readFully(bytes);
  }

  @Override
  public int compareTo(GroupedKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GroupedKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Sorts by the whole key. */
  public static class Order extends WritableComparator {
    public Order() {
      super(GroupedKey.class, true);
    }

    /** Returns how many bytes of a key count. */
    int counted(int length, int group) {
      return length;
    }

    private int counted(byte[] key, int start) {
      return counted(readUnsignedShort(key, start), readUnsignedShort(key, start + LENGTH_BYTES));
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int from1 = s1 + 2 * LENGTH_BYTES;
      int from2 = s2 + 2 * LENGTH_BYTES;
      return Arrays.compareUnsigned(
          b1, from1, from1 + counted(b1, s1), b2, from2, from2 + counted(b2, s2));
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of WritableComparator
    public int compare(WritableComparable a, WritableComparable b) {
      byte[] one = ((GroupedKey) a).bytes;
      byte[] other = ((GroupedKey) b).bytes;
      int length1 = counted(one.length, ((GroupedKey) a).group);
      int length2 = counted(other.length, ((GroupedKey) b).group);
      return Arrays.compareUnsigned(one, 0, length1, other, 0, length2);
    }
  }

  /** Groups by the group. */
  public static final class Group extends Order {
    @Override
    int counted(int length, int group) {
      return group;
    }
  }

  static {
    WritableComparator.define(GroupedKey.class, new Order());
  }
}
