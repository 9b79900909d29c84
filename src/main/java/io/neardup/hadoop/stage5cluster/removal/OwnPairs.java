package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.LineBuilder;

/** The pairs of which one column is the smaller one: how many, and the least similar of them. */
final class OwnPairs {

  private long count;
  private int least; // similarity in millionths
  private long other; // column of the least similar

  /** Starts with the next column. */
  void clear() {
    count = 0;
  }

  /** Adds a pair; of equally similar ones the first counts. */
  void add(long larger, int similarity) {
    if (count == 0 || similarity < least) {
      least = similarity;
      other = larger;
    }
    count++;
  }

  /**
   * Appends {@code <TAB>count<TAB>least similarity<TAB>its other column}; nothing without pairs.
   */
  void append(LineBuilder line) {
    if (count > 0) {
      line.append('\t').append(count).append('\t').append(least).append('\t').append(other);
    }
  }
}
