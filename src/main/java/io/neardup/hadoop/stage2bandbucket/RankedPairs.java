package io.neardup.hadoop.stage2bandbucket;

import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * Lists the pairs of the columns of a bucket, which come ascending. A column may own the bucket,
 * and a pair needs an owner: in the bucket of a band every column is one. The rank of a column is
 * how many are smaller. A pair (i, j), i &lt; j, is listed if the rank of j is less than {@code
 * maxColumns}, or that of i less than {@value BucketRule#HEADS}: the first columns are all paired
 * with each other, and the very first, the heads, with all others. Further columns change nothing
 * of that. A column c that is no owner is listed as ~c. Pairs of two old columns are not listed.
 *
 * <p>Memory: {@code maxColumns} columns, and {@value #MAX_OTHERS}.
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
  static final class Star {

    private final Sink sink;
    private final LongArrayList columns = new LongArrayList(); // the heads, then others
    private int heads;

    /** Makes a star to be started. */
    Star(Sink sink) {
      this.sink = sink;
    }

    /** Begins a star around some of the first columns. */
    void start(LongArrayList ascending, int from, int newHeads) {
      heads = newHeads;
      columns.clear();
      columns.addElements(0, ascending.elements(), from, newHeads);
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
        sink.list(heads, heads, columns.elements(), 0, columns.size());
        columns.size(heads);
      }
    }
  }

  private final BucketRule rule;
  private final int listedInFull;
  private final Sink sink;
  private final Star star;
  private final LongArrayList first = new LongArrayList(); // the columns listed in full, marked
  private int old; // of them
  private long size;
  private long owners;

  /**
   * @param rule which pairs are listed
   * @param sink takes what is listed
   */
  public RankedPairs(BucketRule rule, Sink sink) {
    this.rule = rule;
    this.listedInFull = rule.listedInFull();
    this.sink = sink;
    this.star = new Star(sink);
  }

  /** Begins a bucket. */
  public void start() {
    first.clear();
    old = 0;
    size = 0;
    owners = 0;
  }

  /** Adds a column that is larger than those before it; a new one after all that are old. */
  public void add(long column, boolean isOwner, boolean isNew)
      throws IOException, InterruptedException {
    long marked = isOwner ? column : ~column;
    owners += isOwner ? 1 : 0;
    if (size++ < listedInFull) {
      first.add(marked);
      old += isNew ? 0 : 1;
      return;
    }
    if (size == listedInFull + 1L) {
      listFirst();
      star.start(first, 0, rule.heads());
    }
    if (isNew) {
      star.add(marked);
    }
  }

  /** Ends the bucket: lists what has not been listed. */
  public void finish() throws IOException, InterruptedException {
    if (size <= listedInFull) {
      listFirst();
    } else if (owners > 0) {
      star.list();
    }
  }

  private void listFirst() throws IOException, InterruptedException {
    int length = owners == 0 || old == first.size() ? 0 : first.size();
    list(sink, old, first.elements(), 0, length - 1, length);
  }

  /**
   * Lists the pairs of each column before {@code behindHeads} with all after it, but not of the
   * first {@code old} columns with each other, in pieces of about {@value #MAX_PAIRS} pairs.
   */
  static void list(Sink sink, int old, long[] ascending, int from, int behindHeads, int to)
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
    return pairsNotListed() > 0;
  }

  /** Returns the least columns, at most {@value BucketRule#HEADS}. */
  LongArrayList heads() {
    int number = Math.min(rule.heads(), first.size());
    LongArrayList heads = new LongArrayList(first.subList(0, number));
    heads.replaceAll(RankedPairs::unmarked);
    return heads;
  }

  /** Returns the column of a number that is marked, or not. */
  static long unmarked(long marked) {
    return Math.max(marked, ~marked);
  }

  /** Returns how many pairs with an owner are not listed. */
  long pairsNotListed() {
    if (size <= listedInFull) {
      return 0;
    }
    long ownersOfFirst = owners(first.size());
    long ownersOfHeads = owners(rule.heads());
    long laterOwners = owners - ownersOfFirst;
    long laterOthers = size - listedInFull - laterOwners;
    return withOwner(size, owners)
        - withOwner(listedInFull, ownersOfFirst)
        - rule.heads() * laterOwners
        - ownersOfHeads * laterOthers;
  }

  private long owners(int ofFirst) {
    return first.subList(0, ofFirst).longStream().filter(marked -> marked >= 0).count();
  }

  private static long withOwner(long columns, long owners) {
    return pairs(columns) - pairs(columns - owners);
  }

  static long pairs(long columns) {
    return columns * (columns - 1) / 2;
  }
}
