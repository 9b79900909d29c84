package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.FixedKey;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;

/**
 * A key with ranks, whose length depends on the criteria of a job. All keys of a job are of the
 * same length. It is serialized as its length, in one byte, and its bytes.
 */
public abstract class RankedKey extends FixedKey {

  /** Makes an empty key. */
  protected RankedKey() {
    super(0);
  }

  /** Gives the key so many bytes. */
  protected final void resize(int length) {
    if (bytes.length != length) {
      bytes = new byte[length];
    }
  }

  /** Writes a rank. */
  protected final void put(int offset, byte[] rank) {
    System.arraycopy(rank, 0, bytes, offset, rank.length);
  }

  /** Reads a rank. */
  protected final byte[] rank(int offset, int length) {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(bytes.length);
    super.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    resize(in.readUnsignedByte());
    super.readFields(in);
  }

  /** Compares leading bytes, serialized or not. */
  protected abstract static class RankedComparator extends WritableComparator {

    /** Compares keys of a class. */
    protected RankedComparator(Class<? extends RankedKey> type) {
      super(type, true);
    }

    /** Returns how many leading bytes of a key of so many bytes count. */
    protected abstract int prefix(int length);

    @Override
    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return comparePrefixes(b1, s1 + 1, l1 - 1, b2, s2 + 1, l2 - 1);
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature of WritableComparator
    public int compare(WritableComparable a, WritableComparable b) {
      byte[] one = ((RankedKey) a).bytes;
      byte[] other = ((RankedKey) b).bytes;
      return comparePrefixes(one, 0, one.length, other, 0, other.length);
    }

    private int comparePrefixes(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
      return Arrays.compareUnsigned(b1, s1, s1 + prefix(l1), b2, s2, s2 + prefix(l2));
    }
  }
}
