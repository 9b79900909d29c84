package io.neardup.hadoop.table;

import io.neardup.config.Quantity;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads records of one length that are sorted by their bytes, unsigned, in files one after the
 * other. It stands before the first record until it is moved. A long way is searched, not read. A
 * subclass knows the fields of a record.
 *
 * <p>Memory: a page of 64 KiB, or of one record; one file is open at a time. Not safe for use by
 * several threads.
 */
public abstract class RecordCursor implements Closeable {

  private static final int PAGE_BYTES = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> files;
  private final int length; // of a record
  private final long[] starts; // the first record of each file, counted over all, and their number
  private final byte[] page;
  private int openFile = -1;
  private FSDataInputStream in;
  private long pageFirst; // its first record
  private int pageSize; // in records
  private long at = -1; // the current record

  /**
   * Begins before the first record.
   *
   * @param files in the order of their records
   * @param length of a record in bytes
   * @param what what a record is, for messages: {@code a signature column}
   * @throws IOException if a file ends within a record
   */
  protected RecordCursor(Configuration conf, List<FileStatus> files, int length, String what)
      throws IOException {
    this.conf = conf;
    this.files = files;
    this.length = length;
    this.starts = new long[files.size() + 1];
    this.page = new byte[Math.max(1, PAGE_BYTES / length) * length];
    for (int file = 0; file < files.size(); file++) {
      long bytes = files.get(file).getLen();
      if (bytes % length != 0) {
        throw new IOException(
            Quantity.format(
                "%s is cut off: it has %d bytes, not a multiple of %s's %d",
                files.get(file).getPath(), bytes, what, length));
      }
      starts[file + 1] = starts[file] + bytes / length;
    }
  }

  /** Moves to the next record; returns false if there is none. */
  public final boolean moveToNext() throws IOException {
    return moveTo(at + 1);
  }

  /**
   * Moves to the first record at or after a key, or stays where it is if that is there or later.
   *
   * @param key compared with the first bytes of records, unsigned
   * @return false if there is no such record: the cursor is then at the end
   */
  protected final boolean seek(byte[] key) throws IOException {
    long from = Math.max(at, 0);
    long to = from;
    for (long step = 1; isBefore(to, key); step *= 2) {
      from = to + 1;
      long lastOfPage = pageFirst + pageSize - 1;
      to = to < lastOfPage ? Math.min(to + step, lastOfPage) : to + step;
    }
    to = Math.min(to, starts[files.size()]);
    while (from < to) {
      // What is in the page is searched first: the rest then lies on one side of it.
      long middle = from < pageFirst && pageFirst < to ? pageFirst : (from + to) >>> 1;
      if (isBefore(middle, key)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return moveTo(to);
  }

  /** Returns whether there is a record of a number and it is less than a key. */
  private boolean isBefore(long record, byte[] key) throws IOException {
    return moveTo(record)
        && Arrays.compareUnsigned(page, offset(), offset() + key.length, key, 0, key.length) < 0;
  }

  private boolean moveTo(long record) throws IOException {
    at = record;
    if (isAtEnd()) {
      return false;
    }
    if (record < pageFirst || record >= pageFirst + pageSize) {
      load(record);
    }
    return true;
  }

  /** Reads the page of a record. */
  private void load(long record) throws IOException {
    int file = Math.max(openFile, 0);
    while (record < starts[file]) {
      file--;
    }
    while (record >= starts[file + 1]) {
      file++;
    }
    if (file != openFile) {
      close();
      in = files.get(file).getPath().getFileSystem(conf).open(files.get(file).getPath());
      openFile = file;
    }
    int most = page.length / length;
    pageFirst = record - (record - starts[file]) % most;
    pageSize = (int) Math.min(most, starts[file + 1] - pageFirst);
    in.seek((pageFirst - starts[file]) * length);
    in.readFully(page, 0, pageSize * length);
  }

  /** Returns whether the last record has been passed. */
  public final boolean isAtEnd() {
    return at >= starts[files.size()];
  }

  /** Returns the array that holds the current record, until the next move. */
  public final byte[] bytes() {
    return page;
  }

  /** Returns the offset of the current record in {@link #bytes()}. */
  protected final int offset() {
    return (int) (at - pageFirst) * length;
  }

  @Override
  public final void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
