package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;

/**
 * Reads the entries of a run in order. It stands before the first entry until {@link #seek} is
 * called. A long way is searched, not read.
 *
 * <p>Memory: 60 KB; one file is open at a time. Not safe for use by several threads.
 */
final class RunCursor implements Closeable {

  private static final int PAGE = 1 << 12; // entries

  private final Configuration conf;
  private final List<FileStatus> files;
  private final long[] starts; // the first entry of each file, counted over all, and their number
  private final byte[] page = new byte[PAGE * RunWriter.ENTRY_BYTES];
  private int openFile = -1;
  private FSDataInputStream in;
  private long pageFirst; // its first entry
  private int pageSize;
  private long at = -1; // the current entry

  /**
   * @param files the part files in name order
   * @throws IOException if one has a part of an entry
   */
  RunCursor(Configuration conf, List<FileStatus> files) throws IOException {
    this.conf = conf;
    this.files = files;
    this.starts = new long[files.size() + 1];
    for (int file = 0; file < files.size(); file++) {
      long bytes = files.get(file).getLen();
      if (bytes % RunWriter.ENTRY_BYTES != 0) {
        throw new IOException(
            files.get(file).getPath() + " is cut off: it ends in a part of an entry");
      }
      starts[file + 1] = starts[file] + bytes / RunWriter.ENTRY_BYTES;
    }
  }

  private long entries() {
    return starts[files.size()];
  }

  /** Moves to the next entry; returns false if there is none. */
  boolean next() throws IOException {
    return moveTo(at + 1);
  }

  /**
   * Moves to the first entry at or after (band, hash), or stays where it is if that is there or
   * later. Returns false if there is no such entry: the cursor is then at the end.
   */
  boolean seek(int band, long hash) throws IOException {
    long from = Math.max(at, 0);
    long to = from;
    for (long step = 1; isBefore(to, band, hash); step *= 2) {
      from = to + 1;
      to += step;
    }
    to = Math.min(to, entries());
    while (from < to) {
      // What is in the page is searched first: the rest then lies on one side of it.
      long middle = from < pageFirst && pageFirst < to ? pageFirst : (from + to) >>> 1;
      if (isBefore(middle, band, hash)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return moveTo(to);
  }

  /** Returns whether there is an entry of a number and it is less than (band, hash). */
  private boolean isBefore(long entry, int band, long hash) throws IOException {
    return moveTo(entry)
        && (band() != band ? band() < band : Long.compareUnsigned(hash(), hash) < 0);
  }

  private boolean moveTo(long entry) throws IOException {
    at = entry;
    if (isAtEnd()) {
      return false;
    }
    load(entry);
    return true;
  }

  /** Reads the page of an entry, unless it has been read. */
  private void load(long entry) throws IOException {
    if (pageFirst <= entry && entry < pageFirst + pageSize) {
      return;
    }
    int file = Math.max(openFile, 0);
    while (entry < starts[file]) {
      file--;
    }
    while (entry >= starts[file + 1]) {
      file++;
    }
    if (file != openFile) {
      close();
      in = files.get(file).getPath().getFileSystem(conf).open(files.get(file).getPath());
      openFile = file;
    }
    pageFirst = entry - (entry - starts[file]) % PAGE;
    pageSize = (int) Math.min(PAGE, starts[file + 1] - pageFirst);
    in.seek((pageFirst - starts[file]) * RunWriter.ENTRY_BYTES);
    in.readFully(page, 0, pageSize * RunWriter.ENTRY_BYTES);
  }

  private int offset() {
    return (int) (at - pageFirst) * RunWriter.ENTRY_BYTES;
  }

  /** Returns whether the last entry has been passed. */
  boolean isAtEnd() {
    return at >= entries();
  }

  /** Returns whether the current entry is one of (band, hash). */
  boolean isAt(int band, long hash) {
    return !isAtEnd() && hash() == hash && band() == band;
  }

  int band() {
    return (int) BigEndian.get(page, offset(), RunWriter.HASH);
  }

  long hash() {
    return BigEndian.getLong(page, offset() + RunWriter.HASH);
  }

  long column() {
    return BigEndian.get(page, offset() + RunWriter.COLUMN, ColumnPairKey.COLUMN_BYTES);
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
