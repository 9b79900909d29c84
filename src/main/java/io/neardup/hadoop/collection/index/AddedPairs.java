package io.neardup.hadoop.collection.index;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Lists the pairs of a bucket that have a new column, where all new columns are larger than the old
 * ones. The rank of a column is how many columns of the bucket are smaller. A pair (i, j), i &lt;
 * j, is listed as a {@link BucketRule} says. So the pairs of old columns are those that were listed
 * before.
 *
 * <p>Memory: 8 bytes for each of the columns that are all paired, and for {@value #MAX_OTHERS}
 * more. Not safe for use by several threads.
 */
final class AddedPairs implements BucketPairs {

  /** The most columns of a piece besides the heads of a large bucket. */
  private static final int MAX_OTHERS = 4096;

  /** About how many pairs a piece has at most. */
  private static final long MAX_PAIRS = 1L << 20;

  private final int heads;
  private final int listedInFull;
  private final Sink sink;
  private final LongArrayList first = new LongArrayList();
  private final LongArrayList others = new LongArrayList(); // the heads, then columns to be paired
  private int old; // among the first
  private long size;

  AddedPairs(BucketRule rule, Sink sink) {
    this.heads = rule.heads();
    this.listedInFull = rule.listedInFull();
    this.sink = sink;
  }

  @Override
  public void start() {
    first.clear();
    others.clear();
    old = 0;
    size = 0;
  }

  /** Adds a column; no old one follows a new one, and none is dropped. */
  @Override
  public void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
    if (size < listedInFull) {
      first.add(column);
      old += was ? 1 : 0;
    } else if (!was) {
      addOther(column);
    }
    size++;
  }

  private void addOther(long column) throws IOException, InterruptedException {
    if (others.isEmpty()) {
      others.addElements(0, first.elements(), 0, heads);
    }
    others.add(column);
    if (others.size() == heads + MAX_OTHERS) {
      listOthers();
    }
  }

  private void listOthers() throws IOException, InterruptedException {
    if (others.size() > heads) {
      // The pairs of the heads are listed with the first columns, if they are new.
      sink.list(heads, heads, others.elements(), 0, others.size());
      others.size(heads);
    }
  }

  @Override
  public void finish() throws IOException, InterruptedException {
    int to = first.size();
    int head = 0;
    while (old < to && head < to - 1) {
      long pairs = 0;
      int end = head;
      while (end < to - 1 && (end == head || pairs + partners(end) <= MAX_PAIRS)) {
        pairs += partners(end);
        end++;
      }
      sink.list(Math.max(0, old - head), end - head, first.elements(), head, to);
      head = end;
    }
    listOthers();
  }

  /** Returns with how many later columns a column among the first is paired. */
  private int partners(int head) {
    return first.size() - Math.max(head + 1, old);
  }
}
