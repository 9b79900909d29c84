package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Decides which columns of a bucket are ordinary: of twins, columns that share every bucket, the
 * first {@code maxTwins}. {@link RankedPairs} list the pairs of ordinary columns. Pairs of two old
 * columns are not listed.
 *
 * <p>Twins (i, j), i &lt; j, are listed if j is ordinary or i is the least of its group. One bucket
 * of each column lists those that {@link RankedPairs} do not list there. So whether (i, j) is
 * listed depends on columns up to j only: further documents change nothing.
 *
 * <p>Memory: 12 bytes for each of {@code maxColumns + maxTwins} columns, 8 for each of {@code
 * inMemory}, and 32 MB to sort more. Not safe for use by several threads.
 */
final class TwinGroups implements Closeable {

  private static final long SORT_BYTES = 32 << 20;

  private final int maxTwins;
  private final long firstNew;
  private final RankedPairs pairs;
  private final RankedPairs.Sink sink;
  private final int inMemory;
  private final LongArrayList ordinary = new LongArrayList(); // 2c + 1 for owners c, 2c for others
  private final RecordSort moreOrdinary; // those that do not fit in memory
  private final LongArrayList group = new LongArrayList(); // its ordinary columns
  private final RankedPairs.Star leastTwin;
  private final LongArrayList twins = new LongArrayList(); // not listed yet, group by group
  private final IntArrayList groupEnds = new IntArrayList(); // in twins
  private boolean listsTwins;
  private long hash; // of the group
  private long owner; // 1 if its columns are owners, else 0
  private long groupSize;
  private long size;
  private long owners;
  private long ordinaryColumns;
  private boolean isSpilled;
  private long collapsedGroups;
  private long impliedPairs;

  /**
   * @param maxTwins T, at least 1
   * @param firstNew the first column that is not old
   * @param pairs of ordinary columns
   * @param sink takes what is listed of twins
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most ordinary columns that are held, at least 1
   */
  TwinGroups(
      int maxTwins,
      long firstNew,
      RankedPairs pairs,
      RankedPairs.Sink sink,
      Disk disk,
      int inMemory) {
    this.maxTwins = maxTwins;
    this.firstNew = firstNew;
    this.pairs = pairs;
    this.sink = sink;
    this.inMemory = inMemory;
    moreOrdinary = new RecordSort(disk, SORT_BYTES);
    leastTwin = new RankedPairs.Star(sink);
  }

  /**
   * Begins a bucket.
   *
   * @param isFirst whether it is the one of its columns that lists twins
   */
  void start(boolean isFirst) {
    listsTwins = isFirst;
    groupSize = 0;
    size = 0;
    owners = 0;
    ordinaryColumns = 0;
    collapsedGroups = 0;
    impliedPairs = 0;
  }

  /** Adds a column; they come by ascending hash, which twins share, then column. */
  void add(long itsHash, long column, boolean isOwner) throws IOException, InterruptedException {
    if (itsHash != hash) {
      endGroup();
      hash = itsHash;
    }
    owner = isOwner ? 1 : 0; // as for its twins
    owners += owner;
    size++;
    groupSize++;
    if (groupSize <= maxTwins) {
      group.add(column);
      return;
    }
    if (groupSize == maxTwins + 1L) {
      leastTwin.start(group, 0, 1);
    }
    if (listsTwins && column >= firstNew) {
      leastTwin.add(column);
    }
  }

  private void endGroup() throws IOException, InterruptedException {
    if (groupSize > maxTwins) {
      leastTwin.list();
      collapsedGroups++;
      long others = groupSize - maxTwins;
      impliedPairs += RankedPairs.pairs(groupSize) - RankedPairs.pairs(maxTwins) - others;
    }
    if (ordinary.size() + group.size() > inMemory) {
      spill();
    }
    for (int at = 0; at < group.size(); at++) {
      ordinary.add(2 * group.getLong(at) + owner);
    }
    ordinaryColumns += group.size();
    if (listsTwins && group.size() > 1 && group.getLong(group.size() - 1) >= firstNew) {
      twins.addAll(group);
      groupEnds.add(twins.size());
    }
    if (ordinaryColumns > pairs.listedInFull()) { // then their pairs may not be listed
      listTwins();
    }
    group.clear();
    groupSize = 0;
  }

  private void listTwins() throws IOException, InterruptedException {
    int from = 0;
    for (int end : groupEnds) {
      int old = 0;
      while (twins.getLong(from + old) < firstNew) { // the last one is not old
        old++;
      }
      RankedPairs.list(sink, old, twins.elements(), from, end - 1, end);
      from = end;
    }
    twins.clear();
    groupEnds.clear();
  }

  private void spill() throws IOException {
    for (int at = 0; at < ordinary.size(); at++) {
      moreOrdinary.add(BigEndian.record(ordinary.getLong(at)));
    }
    ordinary.clear();
    isSpilled = true;
  }

  /** Ends the bucket: lists what has not been listed. */
  void finish() throws IOException, InterruptedException {
    endGroup();
    pairs.start();
    if (isSpilled) {
      spill();
      moreOrdinary.drainTo((record, length) -> addToPairs(BigEndian.number(record, 0)));
      isSpilled = false;
    } else {
      Arrays.sort(ordinary.elements(), 0, ordinary.size());
      for (int at = 0; at < ordinary.size(); at++) {
        addToPairs(ordinary.getLong(at));
      }
    }
    pairs.finish();
    ordinary.clear();
    twins.clear();
    groupEnds.clear();
  }

  private void addToPairs(long ordinaryColumn) throws IOException, InterruptedException {
    long column = ordinaryColumn >>> 1;
    pairs.add(column, (ordinaryColumn & 1) == 1, column >= firstNew);
  }

  long size() {
    return size;
  }

  /** Returns how many columns are owners. */
  long owners() {
    return owners;
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
    moreOrdinary.close();
  }
}
