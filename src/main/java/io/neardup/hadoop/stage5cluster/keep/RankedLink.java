package io.neardup.hadoop.stage5cluster.keep;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** The similarity of a pair, in millionths, and the rank of one of its documents. */
public final class RankedLink implements Writable {

  private long rank;
  private int similarity;

  /** Sets both. */
  public RankedLink set(long newRank, int newSimilarity) {
    rank = newRank;
    similarity = newSimilarity;
    return this;
  }

  /** Returns the rank, unsigned. */
  public long rank() {
    return rank;
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(rank);
    out.writeInt(similarity);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = in.readLong();
    similarity = in.readInt();
  }
}
