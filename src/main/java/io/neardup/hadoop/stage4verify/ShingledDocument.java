package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.SetComparison;
import io.neardup.similarity.XorBitmap;
import java.util.Arrays;

/**
 * A document in the comparison: its set of shingles and their bitmap. In each comparison, at least
 * one of the two documents must have an index. Documents of the same text may share their shingles.
 */
final class ShingledDocument {

  private final long column;
  private final byte[] id;
  private final long[] shingles;
  private final int size;
  private final XorBitmap bitmap;
  private final IndexedSet index; // null if there is none; filled when it is needed

  private ShingledDocument(
      long column, byte[] id, long[] shingles, int size, XorBitmap bitmap, IndexedSet index) {
    this.column = column;
    this.id = id;
    this.shingles = shingles;
    this.size = size;
    this.bitmap = bitmap;
    this.index = index;
  }

  /** Returns a document with an index. It refers to the set, and is valid as long as that is. */
  static ShingledDocument indexed(long column, byte[] id, IndexedSet shingles) {
    long[] elements = shingles.elements();
    int size = shingles.size();
    XorBitmap bitmap = XorBitmap.of(elements, size);
    return new ShingledDocument(column, id, elements, size, bitmap, shingles);
  }

  /** Returns a document with its own copy of the shingles, without an index. */
  ShingledDocument copy() {
    long[] copy = Arrays.copyOf(shingles, size);
    return new ShingledDocument(column, id, copy, size, bitmap, null);
  }

  /**
   * Returns another document of the same text, which shares the shingles.
   *
   * @param newIndex filled when it is first needed; null for a document without an index
   */
  ShingledDocument sameText(long newColumn, byte[] newId, IndexedSet newIndex) {
    return new ShingledDocument(newColumn, newId, shingles, size, bitmap, newIndex);
  }

  long column() {
    return column;
  }

  byte[] id() {
    return id;
  }

  /** Returns the array that begins with the shingles, none twice. */
  long[] shingles() {
    return shingles;
  }

  /** Returns how many shingles there are. */
  int size() {
    return size;
  }

  /**
   * Returns whether the Jaccard similarity is at least a threshold. Most pairs below it are
   * rejected by their sizes or their bitmaps alone.
   *
   * @param comparison holds the sizes of intersection and union afterwards, if the result is true
   */
  boolean reaches(double threshold, ShingledDocument other, SetComparison comparison) {
    long difference = Jaccard.maxDifference(size, other.size, threshold);
    if (Math.abs(size - other.size) > difference
        || bitmap.minDifference(other.bitmap, difference) > difference) {
      return false;
    }
    return index == null
        ? comparison.reaches(other.filledIndex(), shingles, size, threshold)
        : comparison.reaches(filledIndex(), other.shingles, other.size, threshold);
  }

  private IndexedSet filledIndex() {
    if (index.elements() != shingles) {
      index.take(shingles, size); // they stay where they are, as none is there twice
    }
    return index;
  }
}
