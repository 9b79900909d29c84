package io.neardup.hadoop.stage2bandbucket;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * One column, the centre, that is paired with each of many others. The pairs are listed in pieces
 * of bounded size. Memory: {@value #MAX_OTHERS} columns.
 */
final class Star {

  private static final int MAX_OTHERS = 4096;

  private final BucketBuilder.Sink sink;
  private final LongArrayList columns = new LongArrayList(); // the centre, then others to be listed

  Star(BucketBuilder.Sink sink) {
    this.sink = sink;
  }

  void clear() {
    columns.clear();
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** Adds a column: the first one is the centre. */
  void add(long column) throws IOException, InterruptedException {
    columns.add(column);
    if (columns.size() > MAX_OTHERS) {
      list();
    }
  }

  /** Lists the pairs that have not been listed. */
  void list() throws IOException, InterruptedException {
    if (columns.size() > 1) {
      sink.list(1, columns.elements(), 0, columns.size());
      columns.size(1);
    }
  }

  /** Returns the centre of a star that is not empty. */
  long centre() {
    return columns.getLong(0);
  }
}
