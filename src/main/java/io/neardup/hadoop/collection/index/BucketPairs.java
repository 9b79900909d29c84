package io.neardup.hadoop.collection.index;

import java.io.IOException;

/** Lists the pairs that a change of a collection adds to those of one bucket. */
interface BucketPairs {

  /** Takes what is listed. */
  interface Sink {
    /**
     * Takes columns {@code from} (inclusive) to {@code to} (exclusive), ascending: each of the
     * first {@code heads} columns is paired with all that follow it, but the first {@code old}
     * columns are not paired with each other. The array is valid during the call only.
     */
    void list(int old, int heads, long[] columns, int from, int to)
        throws IOException, InterruptedException;
  }

  /** Begins a bucket. */
  void start();

  /**
   * Adds a column that is larger than those before it.
   *
   * @param was whether it was in the bucket before the change
   * @param is whether it is in it after the change
   */
  void add(long column, boolean was, boolean is) throws IOException, InterruptedException;

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException;
}
