package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.Edge;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The rank of i of a pair (i, j), and the numbers of the pair. */
public final class RankedLink implements Writable {

  private byte[] rank = {};
  private final Link link = new Link();

  /** Sets both. */
  public RankedLink set(byte[] newRank, Edge edge) {
    rank = newRank;
    link.set(edge);
    return this;
  }

  /** Returns the rank. */
  public byte[] rank() {
    return rank;
  }

  /** Returns the numbers of the pair. */
  public Link link() {
    return link;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(rank.length);
    out.write(rank);
    link.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = new byte[in.readUnsignedByte()];
    in.readFully(rank);
    link.readFields(in);
  }
}
