package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPair;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The rank of i of a pair (i, j), and the numbers of the pair. */
public final class RankedLink implements Writable {

  private byte[] rank = {};
  private ColumnPair pair = new ColumnPair();

  /** Takes both. */
  public RankedLink set(byte[] newRank, ColumnPair newPair) {
    rank = newRank;
    pair = newPair;
    return this;
  }

  /** Returns the rank. */
  public byte[] rank() {
    return rank;
  }

  /** Returns the numbers of the pair. */
  public ColumnPair pair() {
    return pair;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(rank.length);
    out.write(rank);
    pair.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = new byte[in.readUnsignedByte()];
    in.readFully(rank);
    pair.readFields(in);
  }
}
