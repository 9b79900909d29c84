package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.Jaccard;
import io.neardup.similarity.XorBitmap;
import java.util.Arrays;

/** The distinct shingles of a text in the comparison, with a bitmap that rejects most others. */
final class ShingleSet {

  private final long[] shingles;
  private final int size;
  private XorBitmap bitmap; // null until it is needed

  /** Makes a set of the first {@code size} elements of an array, which are distinct. */
  ShingleSet(long[] shingles, int size) {
    this.shingles = shingles;
    this.size = size;
  }

  /** Returns a set with its own copy of the shingles. */
  ShingleSet copy() {
    ShingleSet copy = new ShingleSet(Arrays.copyOf(shingles, size), size);
    copy.bitmap = bitmap;
    return copy;
  }

  /** Returns the array that begins with the shingles. */
  long[] shingles() {
    return shingles;
  }

  int size() {
    return size;
  }

  /** Returns whether the similarity may reach a threshold, by the sizes and the bitmaps alone. */
  boolean mayReach(double threshold, ShingleSet other) {
    long difference = Jaccard.maxDifference(size, other.size, threshold);
    return Math.abs(size - other.size) <= difference
        && bitmap().minDifference(other.bitmap(), difference) <= difference;
  }

  private XorBitmap bitmap() {
    if (bitmap == null) {
      bitmap = XorBitmap.of(shingles, size);
    }
    return bitmap;
  }
}
