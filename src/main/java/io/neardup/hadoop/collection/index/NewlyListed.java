package io.neardup.hadoop.collection.index;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Lists the pairs of a bucket that {@link BucketRule} lists for its columns after any change,
 * without those it listed for its columns before. Each column is listed with its earlier partners.
 *
 * <p>Cost: a step for each column, and as many as it has partners for each that is new or has moved
 * up. Memory: 24 bytes for each of the columns that are all paired. Not safe for use by several
 * threads.
 */
final class NewlyListed implements BucketPairs {

  private static final int NEW = -1;

  private final int heads;
  private final int listedInFull;
  private final Sink sink;
  private final LongArrayList first = new LongArrayList(); // columns after the change
  private final LongArrayList ranks = new LongArrayList(); // of these before it, or NEW
  private final LongArrayList partners = new LongArrayList();
  private boolean hasNew; // one of the first is new
  private long before; // how many columns there were
  private long after; // how many there are

  NewlyListed(BucketRule rule, Sink sink) {
    this.heads = rule.heads();
    this.listedInFull = rule.listedInFull();
    this.sink = sink;
  }

  @Override
  public void start() {
    first.clear();
    ranks.clear();
    hasNew = false;
    before = 0;
    after = 0;
  }

  @Override
  public void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
    if (is) {
      boolean isFirst = after < listedInFull;
      list(column, was, isFirst ? first.size() : heads);
      if (isFirst) {
        first.add(column);
        ranks.add(was ? before : NEW);
        hasNew |= !was;
      }
      after++;
    }
    before += was ? 1 : 0;
  }

  private void list(long column, boolean was, int end) throws IOException, InterruptedException {
    boolean wasInFull = was && before < listedInFull;
    if (wasInFull && !hasNew) {
      return;
    }
    partners.clear();
    for (int i = 0; i < end; i++) {
      long rank = ranks.getLong(i);
      boolean wasListed = was && rank != NEW && (wasInFull || rank < heads);
      if (!wasListed) {
        partners.add(first.getLong(i));
      }
    }
    int number = partners.size();
    if (number > 0) {
      partners.add(column);
      sink.list(number, number, partners.elements(), 0, number + 1);
    }
  }

  @Override
  public void finish() {}
}
