package io.neardup.hadoop.collection.index;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Lists the pairs that a change of a collection adds to those that a {@link BucketRule} lists for
 * the columns of one bucket. The rank of a column is how many columns of the bucket are smaller.
 * Not safe for use by several threads.
 */
abstract class BucketPairs {

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

  final int heads;
  final int listedInFull;
  final Sink sink;
  final LongArrayList first = new LongArrayList(); // columns that are all paired

  private BucketPairs(BucketRule rule, Sink sink) {
    this.heads = rule.heads();
    this.listedInFull = rule.listedInFull();
    this.sink = sink;
  }

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
   * <p>Memory: 8 bytes for each of the columns that are all paired, and for {@value #MAX_OTHERS}
   * more.
   */
  static final class Added extends BucketPairs {

    /** The most columns of a piece besides the heads of a large bucket. */
    private static final int MAX_OTHERS = 4096;

    /** About how many pairs a piece has at most. */
    private static final long MAX_PAIRS = 1L << 20;

    private final LongArrayList others = new LongArrayList(); // the heads, then columns to pair
    private int old; // among the first
    private long size;

    Added(BucketRule rule, Sink sink) {
      super(rule, sink);
    }

    @Override
    void start() {
      first.clear();
      others.clear();
      old = 0;
      size = 0;
    }

    @Override
    void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
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
    void finish() throws IOException, InterruptedException {
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

  /**
   * Lists the pairs after any change, each column with its earlier partners.
   *
   * <p>Cost: a step for each column, and as many as it has partners for each that is new or has
   * moved up. Memory: 24 bytes for each of the columns that are all paired.
   */
  static final class NewlyListed extends BucketPairs {

    private static final int NEW = -1;

    private final LongArrayList ranks = new LongArrayList(); // of the first before it, or NEW
    private final LongArrayList partners = new LongArrayList();
    private boolean hasNew; // one of the first is new
    private long before; // how many columns there were
    private long after; // how many there are

    NewlyListed(BucketRule rule, Sink sink) {
      super(rule, sink);
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
