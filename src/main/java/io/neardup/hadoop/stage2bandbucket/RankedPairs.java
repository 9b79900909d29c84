package io.neardup.hadoop.stage2bandbucket;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/**
 * Lists the pairs of the columns of a bucket, which come ascending. A column may own the bucket,
 * and a pair needs an owner: in the bucket of a band every column is one. The rank of a column is
 * how many are smaller. A pair (i, j), i &lt; j, is listed if the rank of j is less than {@code
 * maxColumns}, or that of i less than {@value BucketRule#HEADS}: the first columns are all paired
 * with each other, and the very first, the heads, with all others. Further columns change nothing
 * of that.
 *
 * <p>Memory: {@code maxColumns} columns, and four times {@value #MAX_OTHERS}.
 */
public final class RankedPairs {

  /** The most columns of a list besides the heads of a large bucket. */
  static final int MAX_OTHERS = 4096;

  /** The most pairs of a list, about. */
  static final long MAX_PAIRS = 1L << 20;

  /** Takes what is listed. */
  public interface Sink {
    /**
     * Takes columns {@code from} (inclusive) to {@code to} (exclusive), ascending: each of the
     * first {@code heads} with all that follow it, but not the first {@code old} with each other.
     * The array is valid during the call only.
     */
    void list(int old, int heads, long[] columns, int from, int to)
        throws IOException, InterruptedException;
  }

  /** Some heads with all of many larger columns, in lists of bounded size. */
  public static final class Star {

    private final Sink sink;
    private final LongArrayList columns = new LongArrayList(); // the heads, then others
    private int heads;

    /** Makes a star to be started. */
    public Star(Sink sink) {
      this.sink = sink;
    }

    /** Begins a star around some of the first columns. */
    public void start(LongArrayList ascending, int from, int newHeads) {
      heads = newHeads;
      columns.clear();
      columns.addElements(0, ascending.elements(), from, newHeads);
    }

    /** Adds a column that is larger than those before it. */
    public void add(long column) throws IOException, InterruptedException {
      columns.add(column);
      if (columns.size() - heads == MAX_OTHERS) {
        list();
      }
    }

    /** Lists the pairs that have not been listed, and those of the heads again. */
    public void list() throws IOException, InterruptedException {
      if (columns.size() > heads) {
        sink.list(0, heads, columns.elements(), 0, columns.size());
        columns.size(heads);
      }
    }
  }

  private final int listedInFull;
  private final int headsOfStar;
  private final Sink sink;
  private final Star[] stars;
  private final LongArrayList first = new LongArrayList(); // the columns listed in full
  private final BitSet owners = new BitSet(); // their places in it
  private long size;
  private long allOwners;

  /**
   * @param maxColumns M, at least 1
   * @param headsOfStar how many heads share a list: all if every column is an owner, else 1
   * @param sink takes what is listed
   */
  RankedPairs(int maxColumns, int headsOfStar, Sink sink) {
    this.listedInFull = BucketRule.ofBand(maxColumns).listedInFull();
    this.headsOfStar = headsOfStar;
    this.sink = sink;
    this.stars = new Star[BucketRule.HEADS / headsOfStar];
    for (int star = 0; star < stars.length; star++) {
      stars[star] = new Star(sink);
    }
  }

  void start() {
    first.clear();
    owners.clear();
    size = 0;
    allOwners = 0;
  }

  /** Adds a column that is larger than those before it. */
  void add(long column, boolean isOwner) throws IOException, InterruptedException {
    allOwners += isOwner ? 1 : 0;
    if (size++ < listedInFull) {
      owners.set(first.size(), isOwner);
      first.add(column);
      return;
    }
    if (size == listedInFull + 1L) {
      listFirst();
      for (int star = 0; star < stars.length; star++) {
        stars[star].start(first, star * headsOfStar, headsOfStar);
      }
    }
    for (int star = 0; star < stars.length; star++) {
      if (isOwner || owners.get(star)) {
        stars[star].add(column);
      }
    }
  }

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException {
    if (size <= listedInFull) {
      listFirst();
      return;
    }
    for (Star star : stars) {
      star.list();
    }
  }

  /** Lists all pairs of the first columns that have an owner: for each run of owners two lists. */
  private void listFirst() throws IOException, InterruptedException {
    int length = first.size();
    LongArrayList before = new LongArrayList(); // those before the run that are no owners
    int end;
    for (int at = 0; at < length; at = end) {
      if (!owners.get(at)) {
        before.add(first.getLong(at));
        end = at + 1;
        continue;
      }
      end = Math.min(length, owners.nextClearBit(at));
      list(sink, 0, first.elements(), at, Math.min(end, length - 1), length);
      pairWith(before, at, end);
    }
  }

  /** Lists the pairs of some columns and larger ones, in pieces. */
  private void pairWith(LongArrayList smaller, int from, int to)
      throws IOException, InterruptedException {
    int old = smaller.size();
    if (old > 0) {
      int most = Math.toIntExact(Math.max(1, MAX_PAIRS / old));
      for (int at = from; at < to; at += most) {
        smaller.addElements(old, first.elements(), at, Math.min(most, to - at));
        sink.list(old, old, smaller.elements(), 0, smaller.size());
        smaller.size(old);
      }
    }
  }

  /**
   * Lists the pairs of each column before {@code behindHeads} with all after it, but not of the
   * first {@code old} columns with each other, in pieces of about {@value #MAX_PAIRS} pairs.
   */
  public static void list(Sink sink, int old, long[] ascending, int from, int behindHeads, int to)
      throws IOException, InterruptedException {
    int end;
    for (int head = from; head < behindHeads; head = end) {
      long pairs = 0;
      for (end = head; end < behindHeads; end++) {
        int more = to - Math.max(end + 1, old);
        if (end > head && pairs + more > MAX_PAIRS) {
          break;
        }
        pairs += more;
      }
      sink.list(Math.max(0, old - head), end - head, ascending, head, to);
    }
  }

  long size() {
    return size;
  }

  /** Returns the most columns whose pairs are all listed. */
  int listedInFull() {
    return listedInFull;
  }

  /** Returns whether there are pairs that are not listed. */
  boolean isLarge() {
    return size > listedInFull && allOwners > 0;
  }

  /** Returns the least columns, at most {@value BucketRule#HEADS}. */
  LongArrayList heads() {
    return new LongArrayList(first.subList(0, Math.min(BucketRule.HEADS, first.size())));
  }

  /** Returns how many pairs with an owner are not listed. */
  long pairsNotListed() {
    if (!isLarge()) {
      return 0;
    }
    long ownersOfFirst = owners.cardinality();
    long ownersOfHeads = owners.get(0, BucketRule.HEADS).cardinality();
    long laterOwners = allOwners - ownersOfFirst;
    long laterOthers = size - listedInFull - laterOwners;
    return withOwner(size, allOwners)
        - withOwner(listedInFull, ownersOfFirst)
        - BucketRule.HEADS * laterOwners
        - ownersOfHeads * laterOthers;
  }

  private static long withOwner(long columns, long owners) {
    return pairs(columns) - pairs(columns - owners);
  }

  static long pairs(long columns) {
    return columns * (columns - 1) / 2;
  }
}
