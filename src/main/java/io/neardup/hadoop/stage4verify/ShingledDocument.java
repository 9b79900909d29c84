package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.SetComparison;

/**
 * A document in the comparison: its shingles, which documents of the same text share. In each
 * comparison, at least one of the two documents must have an index.
 */
final class ShingledDocument {

  private final long column;
  private final byte[] id;
  private final ShingleSet set;
  private final IndexedSet index; // null if there is none; filled when it is needed

  private ShingledDocument(long column, byte[] id, ShingleSet set, IndexedSet index) {
    this.column = column;
    this.id = id;
    this.set = set;
    this.index = index;
  }

  /** Returns a document with an index. It refers to the index, and is valid as long as that is. */
  static ShingledDocument indexed(long column, byte[] id, IndexedSet index) {
    return new ShingledDocument(column, id, new ShingleSet(index.elements(), index.size()), index);
  }

  /** Returns a document with its own copy of the shingles, without an index. */
  ShingledDocument copy() {
    return new ShingledDocument(column, id, set.copy(), null);
  }

  /**
   * Returns another document of the same text, which shares the shingles.
   *
   * @param newIndex filled when it is first needed; null for a document without an index
   */
  ShingledDocument sameText(long newColumn, byte[] newId, IndexedSet newIndex) {
    return new ShingledDocument(newColumn, newId, set, newIndex);
  }

  long column() {
    return column;
  }

  byte[] id() {
    return id;
  }

  /** Returns the array that begins with the shingles, distinct. */
  long[] shingles() {
    return set.shingles();
  }

  /** Returns how many shingles there are. */
  int size() {
    return set.size();
  }

  /**
   * Returns whether the Jaccard similarity is at least a threshold. Most pairs below it are
   * rejected by their sizes or their bitmaps alone.
   *
   * @param likely whether it probably is, so that the bitmaps need not be made
   * @param comparison holds the sizes of intersection and union afterwards, if the result is true
   */
  boolean reaches(
      double threshold, ShingledDocument other, boolean likely, SetComparison comparison) {
    if (!likely && !set.mayReach(threshold, other.set)) {
      return false;
    }
    return index == null
        ? comparison.reaches(other.filledIndex(), shingles(), size(), threshold)
        : comparison.reaches(filledIndex(), other.shingles(), other.size(), threshold);
  }

  private IndexedSet filledIndex() {
    if (index.elements() != shingles()) {
      index.take(shingles(), size()); // they stay where they are, as none is there twice
    }
    return index;
  }
}
