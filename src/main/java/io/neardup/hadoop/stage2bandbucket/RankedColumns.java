package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;

/**
 * The ordinary columns of a bucket. The rank of a column is how many of them are smaller. A pair
 * (i, j), i &lt; j, is listed if the rank of j is less than {@code maxColumns} or that of i less
 * than {@value #HEADS}: the first columns as a {@link Clique}, the others in a {@link Star} around
 * the very first.
 *
 * <p>Memory: {@code maxColumns} columns and those of {@link ColumnSort}.
 */
final class RankedColumns implements Closeable {

  /** Columns of a large bucket that are paired with all others. */
  static final int HEADS = BucketRule.HEADS;

  private final int listedInFull; // the most columns whose pairs are all listed
  private final BucketBuilder.Sink sink;
  private final ColumnSort columns;
  private final LongArrayList first = new LongArrayList();
  private final Star others;
  private long size;

  /**
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most columns that are held
   */
  RankedColumns(int maxColumns, BucketBuilder.Sink sink, Disk disk, int inMemory) {
    this.listedInFull = BucketRule.ofBand(maxColumns).listedInFull();
    this.sink = sink;
    this.columns = new ColumnSort(disk, inMemory);
    this.others = new Star(sink);
  }

  /** Begins a bucket. */
  void start() {
    size = 0;
  }

  /** Adds some columns. */
  void addAll(LongArrayList some) throws IOException, InterruptedException {
    columns.addAll(some);
    size += some.size();
  }

  /** Lists the pairs and removes the columns. */
  void list() throws IOException, InterruptedException {
    first.clear();
    columns.drain(this::take);
    if (size <= listedInFull) {
      Clique.list(sink, first.elements(), 0, first.size());
    } else {
      others.list();
    }
  }

  private void take(long column) throws IOException, InterruptedException {
    if (first.size() < listedInFull) {
      first.add(column);
      if (first.size() == listedInFull && size > listedInFull) {
        Clique.list(sink, first.elements(), 0, first.size());
        others.start(first, HEADS);
      }
    } else {
      others.add(column);
    }
  }

  /** Returns whether there are pairs that are not listed. */
  boolean isLarge() {
    return size > listedInFull;
  }

  /** Returns how many pairs are not listed. */
  long pairsNotListed() {
    long rest = Math.max(0, size - listedInFull);
    return Clique.pairs(size) - Clique.pairs(size - rest) - HEADS * rest;
  }

  /** Returns the least columns, at most {@value #HEADS}, once the pairs are listed. */
  LongArrayList heads() {
    return new LongArrayList(first.subList(0, Math.min(HEADS, first.size())));
  }

  @Override
  public void close() throws IOException {
    columns.close();
  }
}
