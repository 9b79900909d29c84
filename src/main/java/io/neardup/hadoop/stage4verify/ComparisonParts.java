package io.neardup.hadoop.stage4verify;

import java.util.Arrays;

/**
 * Assigns the columns i of plausible pairs (i, j) to the reduce tasks of the comparison:
 * consecutive ranges with about equal work, so that the part files are sorted by i. Equal numbers
 * of columns would not balance the work: the first columns have the most pairs, and the documents
 * of a cluster of thousands may be consecutive.
 */
final class ComparisonParts {

  private final long[] starts; // the first column of each part, ascending

  private ComparisonParts(long[] starts) {
    this.starts = starts;
  }

  /** Chooses parts: each begins where the load before it is nearest to its share. */
  static ComparisonParts of(ComparisonLoad load, int parts) {
    long[] starts = new long[parts];
    long total = load.total();
    long before = 0;
    int part = 1;
    for (int at = 0; at < load.ranges(); at++) {
      long after = before + load.of(at);
      while (part < parts && 2.0 * total * part / parts <= before + after) {
        starts[part++] = at * load.range();
      }
      before = after;
    }
    Arrays.fill(starts, part, parts, load.ranges() * load.range());
    return new ComparisonParts(starts);
  }

  /** Returns how many parts there are. */
  int count() {
    return starts.length;
  }

  /**
   * Returns the part of a column. Of parts with the same first column, all but the last are empty.
   */
  int of(long column) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= column) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
