package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * The keys of the documents job. They sort byte by byte, as unsigned numbers. Members are grouped
 * by cluster, removals by the kept document, sources by name. The id of another document is sent
 * where a chain leads from a removed document through one that is removed for another kept
 * document. Lengths are in parentheses:
 *
 * <pre>
 * member of a cluster  0 | smallest column of the cluster (5) | column (5) | 1 if it is kept (1)
 * kept document        1 | column (5) | 0 (1)
 * removed document     1 | column of the kept one (5) | 1 (1) | column (5) | 0 (1)
 * id of another        1 | column of the kept one (5) | 1 (1) | column (5) | 1 (1)
 * source               2 | its name
 * </pre>
 */
public final class ClusterKey {

  static final byte MEMBER = 0;
  static final byte REMOVAL = 1;
  static final byte SOURCE = 2;

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int GROUP_BYTES = 1 + COLUMN_BYTES;

  /** Bytes of the key of a member. */
  private static final int MEMBER_BYTES = GROUP_BYTES + COLUMN_BYTES + 1;

  /** Bytes of the key of a kept document. */
  private static final int KEPT_BYTES = GROUP_BYTES + 1;

  /** Bytes of the key of a removed document. */
  private static final int REMOVED_BYTES = KEPT_BYTES + COLUMN_BYTES + 1;

  private ClusterKey() {}

  static void setMember(BytesWritable key, long cluster, long column, boolean kept) {
    begin(key, MEMBER, cluster, MEMBER_BYTES);
    put(key, GROUP_BYTES, column);
    key.getBytes()[GROUP_BYTES + COLUMN_BYTES] = (byte) (kept ? 1 : 0);
  }

  static void setKept(BytesWritable key, long column) {
    begin(key, REMOVAL, column, KEPT_BYTES);
    key.getBytes()[GROUP_BYTES] = 0;
  }

  static void setRemoved(BytesWritable key, long kept, long column) {
    setRemoved(key, kept, column, 0);
  }

  static void setOther(BytesWritable key, long kept, long column) {
    setRemoved(key, kept, column, 1);
  }

  private static void setRemoved(BytesWritable key, long kept, long column, int kind) {
    begin(key, REMOVAL, kept, REMOVED_BYTES);
    key.getBytes()[GROUP_BYTES] = 1;
    put(key, KEPT_BYTES, column);
    key.getBytes()[REMOVED_BYTES - 1] = (byte) kind;
  }

  static void setSource(BytesWritable key, byte[] name, int length) {
    key.setSize(1 + length);
    key.getBytes()[0] = SOURCE;
    System.arraycopy(name, 0, key.getBytes(), 1, length);
  }

  private static void begin(BytesWritable key, byte kind, long column, int length) {
    key.setSize(length);
    key.getBytes()[0] = kind;
    put(key, 1, column);
  }

  private static void put(BytesWritable key, int offset, long column) {
    BigEndian.put(key.getBytes(), offset, COLUMN_BYTES, column);
  }

  private static long get(BytesWritable key, int offset) {
    return BigEndian.get(key.getBytes(), offset, COLUMN_BYTES);
  }

  static byte kind(BytesWritable key) {
    return key.getBytes()[0];
  }

  /** Returns the smallest column of a cluster, or the column of a kept document. */
  static long group(BytesWritable key) {
    return get(key, 1);
  }

  /** Returns the column of a member. */
  static long column(BytesWritable key) {
    return get(key, GROUP_BYTES);
  }

  /** Returns whether a member is kept. */
  static boolean isKept(BytesWritable key) {
    return key.getBytes()[GROUP_BYTES + COLUMN_BYTES] == 1;
  }

  /** Returns whether a key of a removal is that of the kept document. */
  static boolean isOfKept(BytesWritable key) {
    return key.getBytes()[GROUP_BYTES] == 0;
  }

  /** Returns the removed column of a key that is not of the kept document. */
  static long removedColumn(BytesWritable key) {
    return get(key, KEPT_BYTES);
  }

  /** Returns whether such a key is that of the id of a document removed for another. */
  static boolean isOther(BytesWritable key) {
    return key.getBytes()[REMOVED_BYTES - 1] == 1;
  }

  /** Returns the first eight bytes of a source's name; a shorter name is followed by zeros. */
  static long sourcePrefix(BytesWritable key) {
    long prefix = 0;
    for (int i = 1; i <= Long.BYTES; i++) {
      prefix = prefix << 8 | (i < key.getLength() ? key.getBytes()[i] & 0xff : 0);
    }
    return prefix;
  }

  static int sourceOffset() {
    return 1;
  }

  /** Returns the error for a document that is missing in its group. */
  static IOException missing(long column) {
    return new IOException("document " + column + " is missing");
  }

  /** Groups by cluster, by kept document, by source. */
  public static final class Group extends WritableComparator {

    /** A serialized key begins with its length. */
    private static final int LENGTH_BYTES = Integer.BYTES;

    /** Compares groups. */
    public Group() {
      super(BytesWritable.class, true);
    }

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return compareGroups(
          b1, s1 + LENGTH_BYTES, l1 - LENGTH_BYTES, b2, s2 + LENGTH_BYTES, l2 - LENGTH_BYTES);
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of WritableComparator
    public int compare(WritableComparable a, WritableComparable b) {
      BytesWritable one = (BytesWritable) a;
      BytesWritable other = (BytesWritable) b;
      return compareGroups(
          one.getBytes(), 0, one.getLength(), other.getBytes(), 0, other.getLength());
    }

    private static int compareGroups(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return Arrays.compareUnsigned(
          b1, s1, s1 + groupLength(b1[s1], l1), b2, s2, s2 + groupLength(b2[s2], l2));
    }

    private static int groupLength(byte kind, int length) {
      return kind == SOURCE ? length : GROUP_BYTES;
    }
  }
}
