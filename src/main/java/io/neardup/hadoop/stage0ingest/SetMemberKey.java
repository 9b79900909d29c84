package io.neardup.hadoop.stage0ingest;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * The id of a set and the position of one of its lines in the input. Sorts by id, then position;
 * grouped by id. The key of a record that was set aside has no id.
 *
 * <pre>
 * offset  length  content
 * 0       4       length l of the id
 * 4       l       the id
 * 4 + l   8       position of the range in the plan
 * 12 + l  8       position of the line in the file
 * </pre>
 */
public final class SetMemberKey implements WritableComparable<SetMemberKey> {

  private final BytesWritable id = new BytesWritable();
  private long ordinal;
  private long position;

  void set(byte[] newId, int length, long newOrdinal, long newPosition) {
    id.set(newId, 0, length);
    ordinal = newOrdinal;
    position = newPosition;
  }

  BytesWritable id() {
    return id;
  }

  long ordinal() {
    return ordinal;
  }

  long position() {
    return position;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    id.write(out);
    out.writeLong(ordinal);
    out.writeLong(position);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    id.readFields(in);
    ordinal = in.readLong();
    position = in.readLong();
  }

  @Override
  public int compareTo(SetMemberKey other) {
    int byId = id.compareTo(other.id);
    if (byId != 0) {
      return byId;
    }
    int byRange = Long.compare(ordinal, other.ordinal);
    return byRange != 0 ? byRange : Long.compare(position, other.position);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SetMemberKey key && compareTo(key) == 0;
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** Sorts by id, then position. */
  public static final class Order extends WritableComparator {
    /** Compares whole keys. */
    public Order() {
      super(SetMemberKey.class, true);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      int id1 = readInt(b1, s1);
      int id2 = readInt(b2, s2);
      int byId = compareBytes(b1, s1 + Integer.BYTES, id1, b2, s2 + Integer.BYTES, id2);
      int place1 = s1 + Integer.BYTES + id1;
      int place2 = s2 + Integer.BYTES + id2;
      return byId != 0
          ? byId
          : Arrays.compareUnsigned(b1, place1, place1 + 16, b2, place2, place2 + 16);
    }
  }

  /** Groups the lines of a set. */
  public static final class Set extends WritableComparator {
    /** Compares ids. */
    public Set() {
      super(SetMemberKey.class, true);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return compareBytes(
          b1, s1 + Integer.BYTES, readInt(b1, s1), b2, s2 + Integer.BYTES, readInt(b2, s2));
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of WritableComparator
    public int compare(WritableComparable a, WritableComparable b) {
      return ((SetMemberKey) a).id.compareTo(((SetMemberKey) b).id);
    }
  }

  static {
    WritableComparator.define(SetMemberKey.class, new Order());
  }
}
