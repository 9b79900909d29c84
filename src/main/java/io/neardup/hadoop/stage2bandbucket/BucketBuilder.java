package io.neardup.hadoop.stage2bandbucket;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;

/**
 * Decides which pairs of one bucket are listed, in one pass over its columns.
 *
 * <ul>
 *   <li>As a rule, all pairs: a {@link Clique}.
 *   <li>A group of more than {@code maxTwins} columns with identical signatures is collapsed: its
 *       smallest column stands for all, and is paired with each of the others once, in band 0
 *       ({@link CollapsedTwins}).
 *   <li>In a bucket of more than {@code maxColumns} columns, not counting collapsed ones, twins are
 *       still paired with each other. The smallest column of each group is paired with one centre:
 *       the smallest column of the group with the least signature hash, so that large buckets of
 *       similar columns tend to have the same centre ({@link LinkedGroups}).
 * </ul>
 *
 * <p>Memory: 12 bytes for each of {@code maxColumns + maxTwins} columns. Not safe for use by
 * several threads.
 */
final class BucketBuilder {

  /** Takes what is listed: each of the first {@code heads} columns with all that follow it. */
  interface Sink {
    /** Takes columns {@code from} (inclusive) to {@code to} (exclusive). */
    void list(int heads, long[] columns, int from, int to) throws IOException, InterruptedException;
  }

  private final int maxTwins;
  private final int maxColumns;
  private final Sink sink;
  private final CollapsedTwins collapsed;
  private final LinkedGroups linked;
  private final LongArrayList columns = new LongArrayList(); // not listed yet, group by group
  private final IntArrayList groupStarts = new IntArrayList(); // in columns
  private long signatureHash; // of the current group
  private long groupSize;
  private long size;

  /**
   * Makes a builder, to be used for one bucket after another.
   *
   * @param maxTwins the most columns of a group of identical signatures that is listed in full, at
   *     least 1
   * @param maxColumns the most columns of a bucket that is listed in full, at least 1
   * @param sink takes what is listed
   */
  BucketBuilder(int maxTwins, int maxColumns, Sink sink) {
    this.maxTwins = maxTwins;
    this.maxColumns = maxColumns;
    this.sink = sink;
    collapsed = new CollapsedTwins(sink);
    linked = new LinkedGroups(sink);
  }

  /** Begins a bucket. */
  void start(int band) {
    columns.clear();
    groupStarts.clear();
    groupSize = 0;
    size = 0;
    collapsed.startBucket(band);
    linked.startBucket();
  }

  /** Adds a column; they come by ascending signature hash, then column. */
  void add(long newSignatureHash, long column) throws IOException, InterruptedException {
    if (size == 0 || newSignatureHash != signatureHash) {
      endGroup();
      signatureHash = newSignatureHash;
      groupStarts.add(columns.size());
    }
    size++;
    groupSize++;
    if (groupSize <= maxTwins) {
      columns.add(column);
      return;
    }
    if (groupSize == maxTwins + 1L) {
      collapse();
    }
    collapsed.add(column);
  }

  /** Collapses the current group, which just became too large: its smallest column remains. */
  private void collapse() throws IOException, InterruptedException {
    int start = groupStarts.topInt();
    collapsed.startGroup();
    for (int i = start; i < columns.size(); i++) {
      collapsed.add(columns.getLong(i));
    }
    columns.size(start + 1);
  }

  private void endGroup() throws IOException, InterruptedException {
    if (groupSize > maxTwins) {
      collapsed.endGroup(groupSize);
    }
    groupSize = 0;
    if (columns.size() > maxColumns || linked()) {
      linkGroups();
    }
  }

  private void linkGroups() throws IOException, InterruptedException {
    groupStarts.add(columns.size());
    for (int g = 0; g < groupStarts.size() - 1; g++) {
      linked.add(columns.elements(), groupStarts.getInt(g), groupStarts.getInt(g + 1));
    }
    columns.clear();
    groupStarts.clear();
  }

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException {
    endGroup();
    if (linked()) {
      linked.endBucket();
    } else {
      LongArrays.quickSort(columns.elements(), 0, columns.size());
      Clique.list(sink, columns.elements(), 0, columns.size());
    }
  }

  /** Returns how many columns the bucket has. */
  long size() {
    return size;
  }

  /** Returns whether the bucket was too large to be listed in full. */
  boolean linked() {
    return !linked.isEmpty();
  }

  /** Returns the column that the others of a linked bucket are paired with. */
  long centre() {
    return linked.centre();
  }

  /**
   * Returns how many pairs of a linked bucket were not listed, excluding pairs of collapsed
   * columns.
   */
  long pairsNotListed() {
    return linked() ? Clique.pairs(size - collapsed.columns()) - linked.pairs() : 0;
  }

  /** Returns how many twin groups were collapsed. */
  long collapsedGroups() {
    return collapsed.groups();
  }

  /** Returns how many pairs of collapsed groups were not listed. */
  long impliedPairs() {
    return collapsed.impliedPairs();
  }
}
