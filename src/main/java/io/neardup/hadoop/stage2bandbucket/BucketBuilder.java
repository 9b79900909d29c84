package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Disk;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;

/**
 * Decides which pairs of one bucket are listed, in one pass over its columns. Columns with
 * identical signatures are twins; the first {@code maxTwins} columns of a group of twins are
 * ordinary.
 *
 * <ul>
 *   <li>Twins (i, j), i &lt; j, are listed if j is ordinary or i is the least of its group. As they
 *       share every bucket, band 0 lists those that {@link RankedColumns} do not list there.
 *   <li>Of the pairs of ordinary columns, {@link RankedColumns} list all unless the bucket is
 *       large.
 * </ul>
 *
 * Whether (i, j) is listed depends on columns up to j only: further documents change nothing.
 *
 * <p>Memory: 12 bytes for each of {@code maxColumns + maxTwins} columns, and {@link RankedColumns}.
 * Not safe for use by several threads.
 */
final class BucketBuilder implements Closeable {

  /** Takes what is listed: each of the first {@code heads} columns with all that follow it. */
  interface Sink {
    /** Takes columns {@code from} (inclusive) to {@code to} (exclusive), ascending. */
    void list(int heads, long[] columns, int from, int to) throws IOException, InterruptedException;
  }

  private final int maxTwins;
  private final Sink sink;
  private final RankedColumns ordinary;
  private final LongArrayList group = new LongArrayList(); // its ordinary columns
  private final Star leastTwin;
  private final LongArrayList twins = new LongArrayList(); // not listed yet, group by group
  private final IntArrayList groupEnds = new IntArrayList(); // in twins
  private boolean listsTwins;
  private long signatureHash; // of the group
  private long groupSize;
  private long size;
  private long collapsedGroups;
  private long impliedPairs;

  /**
   * Makes a builder, to be used for one bucket after another.
   *
   * @param maxTwins T, at least 1
   * @param maxColumns M, at least 1
   * @param sink takes what is listed
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most ordinary columns that are held, at least 1
   */
  BucketBuilder(int maxTwins, int maxColumns, Sink sink, Disk disk, int inMemory) {
    this.maxTwins = maxTwins;
    this.sink = sink;
    ordinary = new RankedColumns(maxColumns, sink, disk, inMemory);
    leastTwin = new Star(sink);
  }

  /** Begins a bucket. */
  void start(int band) {
    listsTwins = band == 0;
    twins.clear();
    groupEnds.clear();
    ordinary.start();
    groupSize = 0;
    size = 0;
    collapsedGroups = 0;
    impliedPairs = 0;
  }

  /** Adds a column; they come by ascending signature hash, then column. */
  void add(long newSignatureHash, long column) throws IOException, InterruptedException {
    if (newSignatureHash != signatureHash) {
      endGroup();
      signatureHash = newSignatureHash;
    }
    size++;
    groupSize++;
    if (groupSize <= maxTwins) {
      group.add(column);
      return;
    }
    if (groupSize == maxTwins + 1L) {
      leastTwin.start(group, 1);
    }
    if (listsTwins) {
      leastTwin.add(column);
    }
  }

  private void endGroup() throws IOException, InterruptedException {
    if (groupSize == 0) {
      return;
    }
    if (groupSize > maxTwins) {
      leastTwin.list();
      collapsedGroups++;
      long others = groupSize - maxTwins;
      impliedPairs += Clique.pairs(groupSize) - Clique.pairs(maxTwins) - others;
    }
    ordinary.addAll(group);
    if (listsTwins && group.size() > 1) {
      twins.addAll(group);
      groupEnds.add(twins.size());
    }
    if (ordinary.isLarge()) {
      listTwins();
    }
    group.clear();
    groupSize = 0;
  }

  private void listTwins() throws IOException, InterruptedException {
    int from = 0;
    for (int g = 0; g < groupEnds.size(); g++) {
      Clique.list(sink, twins.elements(), from, groupEnds.getInt(g));
      from = groupEnds.getInt(g);
    }
    twins.clear();
    groupEnds.clear();
  }

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException {
    endGroup();
    ordinary.list();
  }

  /** Returns how many columns the bucket has. */
  long size() {
    return size;
  }

  /** Returns whether pairs of ordinary columns are not listed. */
  boolean isLarge() {
    return ordinary.isLarge();
  }

  /** Returns the least ordinary columns, which are paired with all others. */
  LongArrayList heads() {
    return ordinary.heads();
  }

  /**
   * Returns how many pairs of ordinary columns are not listed; twins that band 0 lists nevertheless
   * count.
   */
  long pairsNotListed() {
    return ordinary.pairsNotListed();
  }

  /** Returns how many groups have more twins than are ordinary. */
  long collapsedGroups() {
    return collapsedGroups;
  }

  /** Returns how many pairs of twins are not listed: each follows from two with the least. */
  long impliedPairs() {
    return impliedPairs;
  }

  @Override
  public void close() throws IOException {
    ordinary.close();
  }
}
