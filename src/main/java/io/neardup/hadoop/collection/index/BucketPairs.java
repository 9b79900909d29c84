package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.stage2bandbucket.RankedPairs;
import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Lists the pairs that a change of a collection adds to those that a {@link BucketRule} lists for
 * the columns of one bucket. The rank of a column is how many columns of the bucket are smaller.
 * Not safe for use by several threads.
 */
abstract class BucketPairs {

  /** Begins a bucket. */
  abstract void start();

  /**
   * Adds a column that is larger than those before it.
   *
   * @param was whether it was in the bucket before the change
   * @param is whether it is in it after the change
   */
  abstract void add(long column, boolean was, boolean is) throws IOException, InterruptedException;

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException {}

  /**
   * Lists the pairs that have a new column, where all new columns are larger than the old ones, and
   * none is dropped. So the pairs of old columns are those that were listed before.
   *
   * <p>Memory: {@link RankedPairs}.
   */
  static final class Added extends BucketPairs {

    private final RankedPairs pairs;

    Added(BucketRule rule, RankedPairs.Sink sink) {
      pairs = new RankedPairs(rule, sink);
    }

    @Override
    void start() {
      pairs.start();
    }

    @Override
    void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
      pairs.add(column, true, !was);
    }

    @Override
    void finish() throws IOException, InterruptedException {
      pairs.finish();
    }
  }

  /**
   * Lists the pairs after any change, each column with its earlier partners.
   *
   * <p>Cost: a step for each column, and as many as it has partners for each that is new or has
   * moved up. Memory: 24 bytes for each of the columns that are all paired.
   */
  static final class NewlyListed extends BucketPairs {

    private static final int NEW = -1;

    private final int heads;
    private final int listedInFull;
    private final RankedPairs.Sink sink;
    private final LongArrayList first = new LongArrayList(); // columns that are all paired
    private final LongArrayList ranks = new LongArrayList(); // of the first before it, or NEW
    private final LongArrayList partners = new LongArrayList();
    private boolean hasNew; // one of the first is new
    private long before; // how many columns there were
    private long after; // how many there are

    NewlyListed(BucketRule rule, RankedPairs.Sink sink) {
      this.heads = rule.heads();
      this.listedInFull = rule.listedInFull();
      this.sink = sink;
    }

    @Override
    void start() {
      first.clear();
      ranks.clear();
      hasNew = false;
      before = 0;
      after = 0;
    }

    @Override
    void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
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
  }
}
