package io.neardup.hadoop.stage2bandbucket;

import java.io.IOException;

/**
 * The twin groups of a bucket that is too large to be listed in full: all pairs within each group,
 * and a star of their smallest columns around that of the first group.
 */
final class LinkedGroups {

  private final BucketBuilder.Sink sink;
  private final Star star;
  private long pairs;

  LinkedGroups(BucketBuilder.Sink sink) {
    this.sink = sink;
    star = new Star(sink);
  }

  /** Begins a bucket. */
  void startBucket() {
    star.clear();
    pairs = 0;
  }

  /** Adds a group, the columns {@code from} to {@code to}, ascending, the latter not included. */
  void add(long[] columns, int from, int to) throws IOException, InterruptedException {
    Clique.list(sink, columns, from, to);
    pairs += Clique.pairs(to - from) + (star.isEmpty() ? 0 : 1);
    star.add(columns[from]);
  }

  /** Ends the bucket. */
  void endBucket() throws IOException, InterruptedException {
    star.list();
  }

  boolean isEmpty() {
    return star.isEmpty();
  }

  /** Returns how many pairs the groups added so far make. */
  long pairs() {
    return pairs;
  }

  /** Returns the column that the smallest ones of the other groups are paired with. */
  long centre() {
    return star.centre();
  }
}
