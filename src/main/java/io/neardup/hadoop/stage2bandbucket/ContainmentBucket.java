package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;

/**
 * Decides which pairs of the columns that show an anchor are listed: those with at least one column
 * whose own it is. The rank of a column is how many are smaller. If there are more than {@code
 * maxColumns}, a pair (i, j), i &lt; j, is listed only if the rank of j is less than that, or that
 * of i less than {@value RankedColumns#HEADS}.
 *
 * <p>Memory: {@code maxColumns} columns and those of {@link ColumnSort}.
 */
final class ContainmentBucket implements Closeable {

  /** What a column has an anchor as that is its own. */
  static final long OWN = 0;

  /** What a column has an anchor as that is not its own: it may contain columns whose own it is. */
  static final long SHOWN = 1;

  /** Takes what is listed. */
  interface Sink {
    /**
     * Takes columns {@code from} (inclusive) to {@code to} (exclusive), ascending: each of the
     * first {@code heads} with all that follow it, but not the first {@code old} with each other.
     */
    void list(int old, int heads, long[] columns, int from, int to)
        throws IOException, InterruptedException;
  }

  private final int listedInFull;
  private final Sink sink;
  private final BucketBuilder.Sink whole; // of lists without old columns
  private final ColumnSort columns; // twice the column, plus 1 if the anchor is not its own
  private final LongArrayList first = new LongArrayList(); // of those
  private final LongArrayList piece = new LongArrayList();
  private final Star[] stars = new Star[RankedColumns.HEADS]; // around each head
  private long size;
  private long owners;
  private long ownersOfFirst;
  private long ownersOfHeads;

  /**
   * @param maxColumns M, at least 1
   * @param sink takes what is listed
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most columns that are held, at least 1
   */
  ContainmentBucket(int maxColumns, Sink sink, Disk disk, int inMemory) {
    this.listedInFull = BucketRule.ofBand(maxColumns).listedInFull();
    this.sink = sink;
    this.whole = (heads, list, from, to) -> sink.list(0, heads, list, from, to);
    this.columns = new ColumnSort(disk, inMemory);
    for (int head = 0; head < stars.length; head++) {
      stars[head] = new Star(whole);
    }
  }

  /** Begins a bucket. */
  void start() {
    size = 0;
    owners = 0;
  }

  /** Adds a column as {@link #OWN} or {@link #SHOWN}. */
  void add(long role, long column) throws IOException, InterruptedException {
    piece.clear();
    piece.add(2 * column + role);
    columns.addAll(piece);
    size++;
    owners += role == OWN ? 1 : 0;
  }

  /** Returns how many columns there are. */
  long size() {
    return size;
  }

  /** Returns whether there are pairs to be listed. */
  boolean hasPairs() {
    return size > 1 && owners > 0;
  }

  /** Returns whether there are pairs that are not listed. */
  boolean isLarge() {
    return hasPairs() && size > listedInFull;
  }

  /** Ends the bucket: lists the pairs. */
  void finish() throws IOException, InterruptedException {
    first.clear();
    if (!hasPairs()) {
      columns.drain(column -> {});
      return;
    }
    columns.drain(this::take);
    if (size <= listedInFull) {
      list();
    } else {
      for (Star star : stars) {
        star.list();
      }
    }
  }

  private void take(long code) throws IOException, InterruptedException {
    if (first.size() < listedInFull) {
      first.add(code);
      if (first.size() == listedInFull && size > listedInFull) {
        list();
        startStars();
      }
      return;
    }
    for (int head = 0; head < stars.length; head++) {
      if (isOwn(first.getLong(head)) || isOwn(code)) {
        stars[head].add(code >> 1);
      }
    }
  }

  private void startStars() {
    ownersOfFirst = count(first.size());
    ownersOfHeads = count(stars.length);
    for (int head = 0; head < stars.length; head++) {
      piece.clear();
      piece.add(first.getLong(head) >> 1);
      stars[head].start(piece, 1);
    }
  }

  private long count(int end) {
    return first.longStream().limit(end).filter(ContainmentBucket::isOwn).count();
  }

  private static boolean isOwn(long code) {
    return (code & 1) == OWN;
  }

  /** Lists all pairs of the first columns that have an owner: for each run of owners two lists. */
  private void list() throws IOException, InterruptedException {
    int length = first.size();
    long[] all = new long[length];
    LongArrayList before = new LongArrayList(); // containers before the run
    for (int at = 0; at < length; at++) {
      all[at] = first.getLong(at) >> 1;
    }
    for (int at = 0; at < length; at++) {
      if (!isOwn(first.getLong(at))) {
        before.add(all[at]);
        continue;
      }
      int end = at + 1;
      while (end < length && isOwn(first.getLong(end))) {
        end++;
      }
      Clique.list(whole, all, at, Math.min(end, length - 1), length);
      pairWith(before, all, at, end);
      at = end - 1;
    }
  }

  /** Lists the pairs of containers and larger columns, in pieces. */
  private void pairWith(LongArrayList containers, long[] all, int from, int to)
      throws IOException, InterruptedException {
    int old = containers.size();
    if (old == 0) {
      return;
    }
    int most = Math.toIntExact(Math.max(1, Clique.MAX_PAIRS / old));
    for (int at = from; at < to; at += most) {
      containers.addElements(old, all, at, Math.min(most, to - at));
      sink.list(old, old, containers.elements(), 0, containers.size());
      containers.size(old);
    }
  }

  /** Returns the least columns, at most {@value RankedColumns#HEADS}. */
  LongArrayList heads() {
    LongArrayList heads = new LongArrayList();
    for (int head = 0; head < Math.min(stars.length, first.size()); head++) {
      heads.add(first.getLong(head) >> 1);
    }
    return heads;
  }

  /** Returns how many pairs with an owner are not listed. */
  long pairsNotListed() {
    long others = size - owners;
    long all = Clique.pairs(size) - Clique.pairs(others);
    long othersOfFirst = listedInFull - ownersOfFirst;
    long listed = Clique.pairs(listedInFull) - Clique.pairs(othersOfFirst);
    long laterOwners = owners - ownersOfFirst;
    long laterOthers = size - listedInFull - laterOwners;
    return all - listed - stars.length * laterOwners - ownersOfHeads * laterOthers;
  }

  @Override
  public void close() throws IOException {
    columns.close();
  }
}
