package io.neardup.reference;

import java.util.Comparator;

/** Two columns, i &lt; j; sorts by i, then j. */
public record ColumnPair(long i, long j) implements Comparable<ColumnPair> {

  private static final Comparator<ColumnPair> ORDER =
      Comparator.comparingLong(ColumnPair::i).thenComparingLong(ColumnPair::j);

  /** Checks that 0 ≤ i &lt; j. */
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
