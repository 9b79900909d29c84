package io.neardup.hadoop.stage5cluster.keep;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * The rank of i of a pair (i, j), its similarity in millionths, and the numbers of shingles that
 * both, i, and j have; the last three are 0 unless verification is exact.
 */
public final class RankedLink implements Writable {

  private long rank;
  private int similarity;
  private int intersection;
  private int sizeOfSmaller;
  private int sizeOfLarger;

  /** Sets all. */
  public RankedLink set(
      long newRank,
      int newSimilarity,
      int newIntersection,
      int newSizeOfSmaller,
      int newSizeOfLarger) {
    rank = newRank;
    similarity = newSimilarity;
    intersection = newIntersection;
    sizeOfSmaller = newSizeOfSmaller;
    sizeOfLarger = newSizeOfLarger;
    return this;
  }

  /** Returns the rank, unsigned. */
  public long rank() {
    return rank;
  }

  /** Sets what the pair means for the removal of i, the smaller column. */
  public void setForSmaller(Link link) {
    link.set(similarity, intersection, sizeOfSmaller);
  }

  /** Sets what the pair means for the removal of j, the larger column. */
  public void setForLarger(Link link) {
    link.set(similarity, intersection, sizeOfLarger);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(rank);
    out.writeInt(similarity);
    out.writeInt(intersection);
    out.writeInt(sizeOfSmaller);
    out.writeInt(sizeOfLarger);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rank = in.readLong();
    similarity = in.readInt();
    intersection = in.readInt();
    sizeOfSmaller = in.readInt();
    sizeOfLarger = in.readInt();
  }
}
