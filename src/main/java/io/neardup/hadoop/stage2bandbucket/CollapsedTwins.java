package io.neardup.hadoop.stage2bandbucket;

import java.io.IOException;

/**
 * The twin groups of a bucket that are too large to be listed in full. Each is listed as a star
 * around its smallest column. The columns of a group share every bucket, so the star is listed in
 * band 0 only.
 */
final class CollapsedTwins {

  private final Star star;
  private boolean listed;
  private long groups;
  private long columns;
  private long impliedPairs;

  CollapsedTwins(BucketBuilder.Sink sink) {
    star = new Star(sink);
  }

  /** Begins a bucket. */
  void startBucket(int band) {
    listed = band == 0;
    groups = 0;
    columns = 0;
    impliedPairs = 0;
  }

  /** Begins a group. */
  void startGroup() {
    star.clear();
  }

  /** Adds a column of the group, the smallest one first. */
  void add(long column) throws IOException, InterruptedException {
    if (listed) {
      star.add(column);
    }
  }

  /** Ends a group of {@code size} columns. */
  void endGroup(long size) throws IOException, InterruptedException {
    star.list();
    groups++;
    columns += size - 1;
    impliedPairs += Clique.pairs(size) - (size - 1);
  }

  /** Returns how many groups there are. */
  long groups() {
    return groups;
  }

  /** Returns how many columns the groups have, excluding the smallest of each. */
  long columns() {
    return columns;
  }

  /** Returns how many pairs are not listed because each follows from two pairs of a star. */
  long impliedPairs() {
    return impliedPairs;
  }
}
