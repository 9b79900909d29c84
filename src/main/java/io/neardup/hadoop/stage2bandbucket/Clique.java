package io.neardup.hadoop.stage2bandbucket;

import java.io.IOException;

/** Columns that are all paired with each other. */
final class Clique {

  static final long MAX_PAIRS = 1L << 20;

  private Clique() {}

  /** Returns how many pairs {@code columns} columns make. */
  static long pairs(long columns) {
    return columns * (columns - 1) / 2;
  }

  /** Lists all pairs of some ascending columns, in pieces of about {@value #MAX_PAIRS} pairs. */
  static void list(BucketBuilder.Sink sink, long[] ascending, int from, int to)
      throws IOException, InterruptedException {
    list(sink, ascending, from, to - 1, to);
  }

  /** Lists the pairs of each column before {@code behindHeads} with all after it, likewise. */
  static void list(BucketBuilder.Sink sink, long[] ascending, int from, int behindHeads, int to)
      throws IOException, InterruptedException {
    int head = from;
    while (head < behindHeads) {
      long pairs = 0;
      int end = head;
      while (end < behindHeads && (end == head || pairs + (to - 1 - end) <= MAX_PAIRS)) {
        pairs += to - 1 - end;
        end++;
      }
      sink.list(end - head, ascending, head, to);
      head = end;
    }
  }
}
