package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.ExternalSort;
import io.neardup.hadoop.table.SortedFiles;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Sorts columns: in memory as far as they fit, the rest on the local disk.
 *
 * <p>Memory: 8 bytes for each of up to {@code inMemory} columns. Not safe for use by several
 * threads.
 */
final class ColumnSort extends ExternalSort<ColumnSort.Sink> {

  /** Takes the columns in order. */
  interface Sink {
    /** Takes a column. */
    void take(long column) throws IOException, InterruptedException;
  }

  private final int inMemory;
  private final LongArrayList columns = new LongArrayList();

  /**
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most columns that are held, at least 1
   */
  ColumnSort(Disk disk, int inMemory) {
    super(disk);
    this.inMemory = inMemory;
  }

  /** Adds some columns. */
  void addAll(LongArrayList some) throws IOException, InterruptedException {
    for (int at = 0; at < some.size(); at++) {
      if (columns.size() == inMemory) {
        moveToDisk();
      }
      columns.add(some.getLong(at));
    }
  }

  @Override
  protected void drainMemory(Sink sink) throws IOException, InterruptedException {
    Arrays.sort(columns.elements(), 0, columns.size());
    for (int at = 0; at < columns.size(); at++) {
      sink.take(columns.getLong(at));
    }
  }

  @Override
  protected Sink writer(SortedFiles.Writer out) {
    ByteBuffer record = ByteBuffer.allocate(Long.BYTES);
    return column -> {
      record.clear().putLong(column);
      out.write(record.array(), Long.BYTES);
    };
  }

  @Override
  protected SortedFiles.Sink reader(Sink sink) {
    return (record, length) -> sink.take(ByteBuffer.wrap(record).getLong());
  }

  @Override
  protected void clear() {
    columns.clear();
  }
}
