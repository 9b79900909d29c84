package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.RelativeSet;
import io.neardup.similarity.SetComparison;
import io.neardup.similarity.XorBitmap;
import java.util.Arrays;

/** The shingles of a text in the comparison, with what makes comparing them fast. */
final class ShingleSet {

  /** Of a set relative to its base, at most the fraction 1/{@value} is not in the base. */
  private static final int OTHERS = 4;

  private final long[] shingles;
  private final int size;
  private XorBitmap bitmap; // null until it is needed
  private final boolean kept;
  private Bases.Base base; // null before one is chosen
  private RelativeSet relative; // null if there is none, or the set is unlike it

  /** Makes a set of the first {@code size} elements of an array, none twice. */
  ShingleSet(long[] shingles, int size) {
    this(shingles, size, null, false);
  }

  private ShingleSet(long[] shingles, int size, XorBitmap bitmap, boolean kept) {
    this.shingles = shingles;
    this.size = size;
    this.bitmap = bitmap;
    this.kept = kept;
  }

  /** Returns a set with its own copy of the shingles, which is kept. */
  ShingleSet copy() {
    ShingleSet copy = new ShingleSet(Arrays.copyOf(shingles, size), size, bitmap, true);
    copy.base = base;
    copy.relative = relative;
    return copy;
  }

  /** Returns the array that begins with the shingles. */
  long[] shingles() {
    return shingles;
  }

  int size() {
    return size;
  }

  /** Returns whether the block keeps the set. */
  boolean isKept() {
    return kept;
  }

  /** Returns the set relative to which this one is stored too; null if none has been chosen. */
  Bases.Base base() {
    return base;
  }

  /** Chooses the base; {@code index} is its set. Returns the bytes that the set now takes more. */
  long setBase(Bases.Base newBase, IndexedSet index) {
    base = newBase;
    relative = RelativeSet.of(index, shingles, size, size / OTHERS);
    return relativeBytes();
  }

  /** Forgets the base. */
  void clearBase() {
    base = null;
    relative = null;
  }

  /** Returns the bytes that the set relative to its base takes. */
  long relativeBytes() {
    return relative == null ? 0 : relative.bytes();
  }

  /** Returns whether the similarity may reach a threshold, by the sizes and the bitmaps alone. */
  boolean mayReach(double threshold, ShingleSet other) {
    long difference = Jaccard.maxDifference(size, other.size, threshold);
    return Math.abs(size - other.size) <= difference
        && (isComparable(other)
            || bitmap().minDifference(other.bitmap(), difference) <= difference);
  }

  private XorBitmap bitmap() {
    if (bitmap == null) {
      bitmap = XorBitmap.of(shingles, size);
    }
    return bitmap;
  }

  /** Returns whether both sets are relative to the same base. */
  boolean isComparable(ShingleSet other) {
    return relative != null && other.relative != null && base == other.base;
  }

  /** Compares the sets, which must be comparable: see {@link SetComparison#reaches}. */
  boolean reaches(double threshold, ShingleSet other, SetComparison comparison) {
    return comparison.reaches(relative, size, other.relative, other.size, threshold);
  }
}
