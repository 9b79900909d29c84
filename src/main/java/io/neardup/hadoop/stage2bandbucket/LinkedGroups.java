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

  /** Adds a group: ascending columns {@code from} (inclusive) to {@code to} (exclusive). */
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

  /** Returns the centre: it is paired with the smallest column of each other group. */
  long centre() {
    return star.centre();
  }
}
