package io.neardup.hadoop.table;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts records as unsigned bytes: in memory what fits, the rest by external sort on the local
 * disk.
 *
 * <p>Memory: at most the bytes allowed. Not safe for use by several threads.
 */
public final class RecordSort extends ExternalSort<SortedFiles.Sink> {

  /** Takes records in order. */
  public interface Sink {
    /** Takes a record: the first bytes of an array that the next call may overwrite. */
    void take(byte[] record, int length) throws IOException;
  }

  /** Bytes that an array in the list takes in addition to its content. */
  private static final int OVERHEAD = 24;

  private final long bytesInMemory;
  private final List<byte[]> records = new ArrayList<>();
  private long bytes;

  /**
   * @param disk where to put what does not fit
   * @param bytesInMemory the most bytes that are held
   */
  public RecordSort(Disk disk, long bytesInMemory) {
    super(disk);
    this.bytesInMemory = bytesInMemory;
  }

  /** Adds a record; the caller must not change it afterwards. */
  public void add(byte[] record) throws IOException {
    if (!records.isEmpty() && bytes + record.length + OVERHEAD > bytesInMemory) {
      try {
        moveToDisk();
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
    records.add(record);
    bytes += record.length + OVERHEAD;
  }

  /** Gives all records to a sink, in order, and removes them. */
  public void drainTo(Sink sink) throws IOException {
    try {
      drain(sink::take);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while sorting");
  }

  @Override
  protected void drainMemory(SortedFiles.Sink sink) throws IOException, InterruptedException {
    records.sort(Arrays::compareUnsigned);
    for (byte[] record : records) {
      sink.take(record, record.length);
    }
  }

  @Override
  protected void clear() {
    records.clear();
    bytes = 0;
  }

  @Override
  protected SortedFiles.Sink writer(SortedFiles.Writer out) {
    return out::write;
  }

  @Override
  protected SortedFiles.Sink reader(SortedFiles.Sink sink) {
    return sink;
  }
}
