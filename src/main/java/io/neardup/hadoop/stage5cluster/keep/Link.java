package io.neardup.hadoop.stage5cluster.keep;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What a pair means for its less preferred document, should it be removed: the similarity in
 * millionths, how many shingles the document has, and how many of them the other one has. The last
 * two are 0 unless verification is exact.
 */
public final class Link implements Writable {

  private int similarity;
  private int intersection;
  private int size;

  /** Sets all. */
  public Link set(int newSimilarity, int newIntersection, int newSize) {
    similarity = newSimilarity;
    intersection = newIntersection;
    size = newSize;
    return this;
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  /** Returns how many shingles of the document the other one has. */
  public int intersection() {
    return intersection;
  }

  /** Returns how many shingles the document has. */
  public int size() {
    return size;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(similarity);
    out.writeInt(intersection);
    out.writeInt(size);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    similarity = in.readInt();
    intersection = in.readInt();
    size = in.readInt();
  }
}
