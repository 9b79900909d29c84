package io.neardup.hadoop.stage2bandbucket;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * A few columns, the heads, that are each paired with all of many larger columns. The pairs are
 * listed in pieces of bounded size; each piece lists the pairs of the heads too. Memory: {@value
 * #MAX_OTHERS} columns.
 */
final class Star {

  /** The most columns of a piece besides the heads. */
  static final int MAX_OTHERS = 4096;

  private final BucketBuilder.Sink sink;
  private final LongArrayList columns = new LongArrayList(); // the heads, then others to be listed
  private int heads;

  Star(BucketBuilder.Sink sink) {
    this.sink = sink;
  }

  /** Begins a star around the first {@code newHeads} of some ascending columns. */
  void start(LongArrayList ascending, int newHeads) {
    heads = newHeads;
    columns.clear();
    columns.addElements(0, ascending.elements(), 0, newHeads);
  }

  /** Adds a column that is larger than those before it. */
  void add(long column) throws IOException, InterruptedException {
    columns.add(column);
    if (columns.size() - heads == MAX_OTHERS) {
      list();
    }
  }

  /** Lists the pairs that have not been listed. */
  void list() throws IOException, InterruptedException {
    if (columns.size() > heads) {
      sink.list(heads, columns.elements(), 0, columns.size());
      columns.size(heads);
    }
  }
}
