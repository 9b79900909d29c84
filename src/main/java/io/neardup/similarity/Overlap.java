package io.neardup.similarity;

/**
 * How much two sets have in common.
 *
 * @param intersection how many elements are in both
 * @param aSize the size of one set
 * @param bSize the size of the other
 */
public record Overlap(int intersection, int aSize, int bSize) {

  /** Compares two sets. Linear time. */
  public static Overlap of(IndexedSet a, IndexedSet b) {
    SetComparison comparison = new SetComparison();
    comparison.reaches(a, b.elements(), b.size(), 0); // all do
    return new Overlap(comparison.intersection(), a.size(), b.size());
  }

  /** Returns a similarity, 0 to 1; 0 if one of the sets is empty. */
  public double similarity(Measure measure) {
    return measure.similarity(intersection, aSize, bSize);
  }
}
