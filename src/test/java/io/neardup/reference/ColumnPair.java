package io.neardup.reference;

import java.util.Comparator;

/**
 * Two columns; sorts by the smaller, then the larger.
 *
 * @param i the smaller column, at least 0
 * @param j the larger column
 */
public record ColumnPair(long i, long j) implements Comparable<ColumnPair> {

  private static final Comparator<ColumnPair> ORDER =
      Comparator.comparingLong(ColumnPair::i).thenComparingLong(ColumnPair::j);

  /**
   * Makes a pair.
   *
   * @throws IllegalArgumentException unless 0 ≤ i &lt; j
   */
  public ColumnPair {
    if (i < 0 || i >= j) {
      throw new IllegalArgumentException("not a pair of columns: " + i + ", " + j);
    }
  }

  /** Returns the pair of two different columns, in whichever order they are given. */
  public static ColumnPair of(long one, long other) {
    return new ColumnPair(Math.min(one, other), Math.max(one, other));
  }

  @Override
  public int compareTo(ColumnPair other) {
    return ORDER.compare(this, other);
  }
}
