package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.Edge;
import io.neardup.similarity.Measure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * The numbers of a pair (i, j), i &lt; j: its similarity in millionths, and how many shingles both,
 * i, and j have. The last three are 0 unless verification is exact.
 */
public final class Link implements Writable {

  private int similarity;
  private int intersection;
  private int sizeOfSmaller;
  private int sizeOfLarger;

  /** Takes the numbers of a line. */
  public Link set(Edge edge) {
    similarity = edge.similarity();
    intersection = edge.intersection();
    sizeOfSmaller = edge.sizeOfSmaller();
    sizeOfLarger = edge.sizeOfLarger();
    return this;
  }

  /** Takes the numbers of another link. */
  public Link set(Link other) {
    similarity = other.similarity;
    intersection = other.intersection;
    sizeOfSmaller = other.sizeOfSmaller;
    sizeOfLarger = other.sizeOfLarger;
    return this;
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  /** Returns the {@link io.neardup.similarity.ExactSimilarity}. */
  public long exact(Measure measure) {
    return measure.exact(similarity, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Returns how many shingles both have. */
  public int intersection() {
    return intersection;
  }

  /**
   * Returns how many shingles a column of the pair has.
   *
   * @param other the other column of the pair
   */
  public int sizeOf(long column, long other) {
    return column < other ? sizeOfSmaller : sizeOfLarger;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, similarity);
    WritableUtils.writeVInt(out, intersection);
    WritableUtils.writeVInt(out, sizeOfSmaller);
    WritableUtils.writeVInt(out, sizeOfLarger);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    similarity = WritableUtils.readVInt(in);
    intersection = WritableUtils.readVInt(in);
    sizeOfSmaller = WritableUtils.readVInt(in);
    sizeOfLarger = WritableUtils.readVInt(in);
  }
}
