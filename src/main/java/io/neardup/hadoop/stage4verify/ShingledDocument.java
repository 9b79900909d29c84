package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.SetComparison;
import java.util.Arrays;

/**
 * A document in the comparison and its distinct shingles, an array that documents of the same text
 * share. In each comparison, at least one of the two documents must have an index.
 */
final class ShingledDocument {

  private final long column;
  private final byte[] id;
  private final long[] shingles; // the first size elements
  private final int size;
  private final IndexedSet index; // null if there is none; filled when it is needed

  private ShingledDocument(long column, byte[] id, long[] shingles, int size, IndexedSet index) {
    this.column = column;
    this.id = id;
    this.shingles = shingles;
    this.size = size;
    this.index = index;
  }

  /** Returns a document with an index. It refers to the index, and is valid as long as that is. */
  static ShingledDocument indexed(long column, byte[] id, IndexedSet index) {
    return new ShingledDocument(column, id, index.elements(), index.size(), index);
  }

  /** Returns a document with its own copy of the shingles, without an index. */
  ShingledDocument copy() {
    return new ShingledDocument(column, id, Arrays.copyOf(shingles, size), size, null);
  }

  /**
   * Returns another document of the same text, which shares the shingles.
   *
   * @param newIndex filled when it is first needed; null for a document without an index
   */
  ShingledDocument sameText(long newColumn, byte[] newId, IndexedSet newIndex) {
    return new ShingledDocument(newColumn, newId, shingles, size, newIndex);
  }

  long column() {
    return column;
  }

  byte[] id() {
    return id;
  }

  /** Returns the array that begins with the shingles. */
  long[] shingles() {
    return shingles;
  }

  /** Returns how many shingles there are. */
  int size() {
    return size;
  }

  /**
   * Returns whether the Jaccard similarity is at least a threshold.
   *
   * @param comparison holds the sizes of intersection and union afterwards, if the result is true
   */
  boolean reaches(double threshold, ShingledDocument other, SetComparison comparison) {
    return index == null
        ? comparison.reaches(other.filledIndex(), shingles, size, threshold)
        : comparison.reaches(filledIndex(), other.shingles, other.size, threshold);
  }

  private IndexedSet filledIndex() {
    if (index.elements() != shingles) {
      index.take(shingles, size); // they stay where they are, because they are distinct
    }
    return index;
  }
}
