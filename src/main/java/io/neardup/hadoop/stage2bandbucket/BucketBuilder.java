package io.neardup.hadoop.stage2bandbucket;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;

/**
 * Decides which pairs of one bucket are listed, in one pass over its columns and bounded memory.
 *
 * <ul>
 *   <li>All pairs, as a rule.
 *   <li>Of a group of more than {@code maxTwins} columns with identical signatures, the smallest
 *       stands for all: it is paired with each of the others once, in band 0, and with the other
 *       columns of the bucket; the others are not.
 *   <li>In a bucket of more than {@code maxColumns} columns (those collapsed not counted), twins
 *       are still paired, and the smallest column of each group with one centre: that of the group
 *       whose signature has the least hash, so that the large buckets of similar columns tend to
 *       have the same centre.
 * </ul>
 */
public final class BucketBuilder {

  /** Takes what is listed: each of the first {@code heads} columns with all that follow it. */
  public interface Sink {
    /** Takes columns {@code from} to {@code to}, the latter not included. */
    void list(int heads, long[] columns, int from, int to) throws IOException, InterruptedException;
  }

  private static final int CHUNK_COLUMNS = 4096;
  private static final long CHUNK_PAIRS = 1L << 20;

  private final int maxTwins;
  private final int maxColumns;
  private final Sink sink;

  private final LongArrayList columns = new LongArrayList(); // not listed yet, group by group
  private final IntArrayList groupStarts = new IntArrayList(); // in columns
  private final LongArrayList star = new LongArrayList(); // the centre, then what it is paired with
  private final LongArrayList twins = new LongArrayList(); // of a collapsed group, likewise

  private boolean listTwins;
  private long group; // signature hash of the current group
  private long groupSize;
  private boolean linking;
  private long size;
  private long members; // size less the columns collapsed away
  private long groupPairs; // pairs within groups listed while linking
  private long groups;
  private long collapsedGroups;
  private long impliedPairs;

  /**
   * @param maxTwins columns of a group of identical signatures that are listed in full, at least 1
   * @param maxColumns columns of a bucket that is listed in full, at least 1
   * @param sink takes what is listed
   */
  public BucketBuilder(int maxTwins, int maxColumns, Sink sink) {
    this.maxTwins = maxTwins;
    this.maxColumns = maxColumns;
    this.sink = sink;
  }

  /** Begins a bucket. */
  public void start(int band) {
    listTwins = band == 0;
    columns.clear();
    groupStarts.clear();
    star.clear();
    twins.clear();
    groupSize = 0;
    linking = false;
    size = 0;
    members = 0;
    groupPairs = 0;
    groups = 0;
    collapsedGroups = 0;
    impliedPairs = 0;
  }

  /** Adds a column; they come by ascending signature hash, then column. */
  public void add(long signatureHash, long column) throws IOException, InterruptedException {
    if (size == 0 || signatureHash != group) {
      endGroup();
      group = signatureHash;
      groupStarts.add(columns.size());
      groups++;
    }
    size++;
    groupSize++;
    if (groupSize <= maxTwins) {
      columns.add(column);
      members++;
    } else {
      if (groupSize == maxTwins + 1L) {
        collapse();
      }
      addTwin(column);
    }
  }

  private void collapse() throws IOException, InterruptedException {
    int start = groupStarts.getInt(groupStarts.size() - 1);
    twins.clear();
    twins.add(columns.getLong(start));
    for (int i = start + 1; i < columns.size(); i++) {
      addTwin(columns.getLong(i));
    }
    members -= columns.size() - start - 1;
    columns.size(start + 1);
  }

  private void addTwin(long column) throws IOException, InterruptedException {
    twins.add(column);
    if (twins.size() > CHUNK_COLUMNS) {
      flushTwins();
    }
  }

  private void flushTwins() throws IOException, InterruptedException {
    if (listTwins && twins.size() > 1) {
      sink.list(1, twins.elements(), 0, twins.size());
    }
    if (!twins.isEmpty()) {
      twins.size(1);
    }
  }

  private void endGroup() throws IOException, InterruptedException {
    if (groupSize > maxTwins) {
      flushTwins();
      twins.clear();
      collapsedGroups++;
      impliedPairs += pairs(groupSize) - (groupSize - 1);
    }
    groupSize = 0;
    if (columns.size() > maxColumns) {
      linking = true;
    }
    if (linking) {
      linkGroups();
    }
  }

  private void linkGroups() throws IOException, InterruptedException {
    for (int g = 0; g < groupStarts.size(); g++) {
      int from = groupStarts.getInt(g);
      int to = g + 1 < groupStarts.size() ? groupStarts.getInt(g + 1) : columns.size();
      if (to - from > 1) {
        listAll(columns.elements(), from, to);
        groupPairs += pairs(to - from);
      }
      star.add(columns.getLong(from));
      if (star.size() > CHUNK_COLUMNS) {
        flushStar();
      }
    }
    columns.clear();
    groupStarts.clear();
  }

  private void flushStar() throws IOException, InterruptedException {
    if (star.size() > 1) {
      sink.list(1, star.elements(), 0, star.size());
      star.size(1);
    }
  }

  /** Ends the bucket: lists what has not been listed. */
  public void finish() throws IOException, InterruptedException {
    endGroup();
    if (linking) {
      flushStar();
    } else if (columns.size() > 1) {
      LongArrays.quickSort(columns.elements(), 0, columns.size());
      listAll(columns.elements(), 0, columns.size());
    }
  }

  /** Lists all pairs of some ascending columns, in pieces of bounded work. */
  private void listAll(long[] ascending, int from, int to)
      throws IOException, InterruptedException {
    int head = from;
    while (head < to - 1) {
      long pairs = 0;
      int end = head;
      while (end < to - 1 && (end == head || pairs + (to - 1 - end) <= CHUNK_PAIRS)) {
        pairs += to - 1 - end;
        end++;
      }
      sink.list(end - head, ascending, head, to);
      head = end;
    }
  }

  /** Returns how many pairs so many columns make. */
  static long pairs(long of) {
    return of * (of - 1) / 2;
  }

  /** Returns how many columns the bucket has. */
  long size() {
    return size;
  }

  /** Returns whether the bucket was too large to be listed in full. */
  boolean linked() {
    return linking;
  }

  /** Returns the column that the others of a linked bucket are paired with. */
  long centre() {
    return star.getLong(0);
  }

  /** Returns how many pairs of a linked bucket were not listed. */
  long pairsNotListed() {
    return linking ? pairs(members) - groupPairs - (groups - 1) : 0;
  }

  /** Returns how many twin groups were collapsed. */
  long collapsedGroups() {
    return collapsedGroups;
  }

  /** Returns how many pairs of collapsed groups were not listed. */
  long impliedPairs() {
    return impliedPairs;
  }
}
