package io.neardup.hadoop.index;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Finds the pairs of one bucket that a change of the collection newly lists: those that {@link
 * BucketRule} lists for the ordinary columns after the change, without those it listed for the
 * ordinary columns before. A column that is ordinary before and after the change is old; one that
 * is ordinary only after it is new; one that was ordinary only before it is dropped.
 *
 * <p>Use: {@link #start()}, {@link #add} for each column, {@link #finish()}; then the next bucket.
 *
 * <p>Cost: a step for each column, a few more for each of the first {@code maxColumns} columns if
 * there is a change among them, and a call of the sink for each piece. Memory: 16 bytes for each of
 * the first {@code maxColumns} columns of the largest bucket, and 32 bytes for each of up to
 * {@value #MAX_PIECE} columns. Buffers are reused. Not safe for use by several threads.
 */
public final class NewlyListed {

  /** The most columns j of a piece. */
  static final int MAX_PIECE = 4096;

  /** Takes newly listed pairs, each once. */
  public interface Sink {
    /**
     * Takes the pairs of column i with columns {@code js[from]} to {@code js[to - 1]}, 1 to {@value
     * #MAX_PIECE} of them, ascending and all greater than i. A further piece of i may come later;
     * its columns are greater. The array is valid during the call only.
     */
    void list(long i, long[] js, int from, int to) throws IOException, InterruptedException;
  }

  private final int heads;
  private final int listedInFull;
  private final Sink sink;
  private final LongArrayList first = new LongArrayList(); // members after the change
  private final LongArrayList newcomers = new LongArrayList(); // the new ones among them
  private final LongArrayList[] pieces; // of the heads, not listed yet
  private final boolean[] isNewHead;
  private int keptHeads; // columns in first that were heads before the change, or come before one
  private int keptInFull; // columns in first that had a rank below listedInFull
  private int keptNewcomers; // the new ones among them
  private long last;
  private long before;
  private long after;
  private long pairs;

  /**
   * @param rule which pairs of ordinary columns are listed
   * @param sink takes the pairs
   */
  public NewlyListed(BucketRule rule, Sink sink) {
    this.heads = rule.heads();
    this.listedInFull = rule.listedInFull();
    this.sink = sink;
    this.pieces = new LongArrayList[heads];
    this.isNewHead = new boolean[heads];
    for (int head = 0; head < heads; head++) {
      pieces[head] = new LongArrayList();
    }
  }

  /** Begins a bucket. */
  public void start() {
    first.clear();
    newcomers.clear();
    for (LongArrayList piece : pieces) {
      piece.clear();
    }
    keptHeads = 0;
    keptInFull = 0;
    keptNewcomers = 0;
    last = -1;
    before = 0;
    after = 0;
    pairs = 0;
  }

  /**
   * Adds a column that is greater than the one before.
   *
   * @param was whether it was ordinary before the change
   * @param is whether it is ordinary after it
   * @throws IllegalArgumentException if the column is not greater
   */
  public void add(long column, boolean was, boolean is) throws IOException, InterruptedException {
    if (column <= last) {
      throw new IllegalArgumentException("column " + column + " after " + last);
    }
    last = column;
    if (is) {
      if (after < listedInFull) {
        addFirst(column, was);
      } else {
        if (after == listedInFull) {
          listFirst();
        }
        addOther(column, was);
      }
      after++;
    }
    before += was ? 1 : 0;
  }

  private void addFirst(long column, boolean was) {
    if (first.size() < heads) {
      isNewHead[first.size()] = !was;
    }
    first.add(column);
    if (!was) {
      newcomers.add(column);
    }
    if (before < heads) {
      keptHeads = first.size();
    }
    if (before < listedInFull) {
      keptInFull = first.size();
      keptNewcomers = newcomers.size();
    }
  }

  /** Lists the pairs of the first columns with each other. */
  private void listFirst() throws IOException, InterruptedException {
    int size = first.size();
    if (newcomers.isEmpty() && keptInFull == size) {
      return; // nothing has changed
    }
    int next = 0; // the first newcomer after i
    for (int i = 0; i < size; i++) {
      long column = first.getLong(i);
      boolean isNew = next < newcomers.size() && newcomers.getLong(next) == column;
      if (isNew) {
        next++;
        list(column, first, i + 1, size);
      } else if (i < keptHeads) {
        list(column, newcomers, next, newcomers.size());
      } else {
        list(column, newcomers, next, keptNewcomers);
        list(column, first, Math.max(i + 1, keptInFull), size);
      }
    }
  }

  /** Pairs a column that is not among the first with the heads. */
  private void addOther(long column, boolean was) throws IOException, InterruptedException {
    for (int head = 0; head < heads; head++) {
      if (!was || isNewHead[head] || (head >= keptHeads && before >= listedInFull)) {
        pieces[head].add(column);
        if (pieces[head].size() == MAX_PIECE) {
          listPiece(head);
        }
      }
    }
  }

  private void listPiece(int head) throws IOException, InterruptedException {
    list(first.getLong(head), pieces[head], 0, pieces[head].size());
    pieces[head].clear();
  }

  private void list(long i, LongArrayList js, int from, int to)
      throws IOException, InterruptedException {
    for (int at = from; at < to; at += MAX_PIECE) {
      sink.list(i, js.elements(), at, Math.min(to, at + MAX_PIECE));
    }
    pairs += Math.max(0, to - from);
  }

  /** Ends the bucket: lists what has not been listed. */
  public void finish() throws IOException, InterruptedException {
    if (after <= listedInFull) {
      listFirst();
      return;
    }
    for (int head = 0; head < heads; head++) {
      listPiece(head);
    }
  }

  /** Returns how many columns were ordinary before the change. */
  public long membersBefore() {
    return before;
  }

  /** Returns how many columns are ordinary after the change. */
  public long membersAfter() {
    return after;
  }

  /** Returns how many pairs are newly listed, once the bucket is finished. */
  public long newlyListed() {
    return pairs;
  }
}
