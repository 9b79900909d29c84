package io.neardup.hadoop.table;

import io.neardup.hadoop.job.PartFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the records of ascending columns in part files sorted by column: one pass over the files.
 * The first record is found by a binary search, and so are later ones that are known to be far
 * away. A subclass knows what a record looks like.
 */
public abstract class ColumnCursor implements Closeable {

  /** Bytes that are read forward rather than searched. */
  private static final int NEAR = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private int part = -1;
  private FSDataInputStream in;
  private boolean atEnd;

  /** Opens the files of a folder whose names begin with a prefix; there may be none. */
  protected ColumnCursor(Configuration conf, Path folder, String prefix) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, folder, prefix);
  }

  /** Takes a file that was opened; the records of the one before are not needed any more. */
  protected abstract void opened(FSDataInputStream newIn, FileStatus file) throws IOException;

  /** Goes to the first record that begins at or after a byte of the file; false if none does. */
  protected abstract boolean moveTo(long offset) throws IOException;

  /** Goes to the next record of the file; false at its end. */
  protected abstract boolean moveToNext() throws IOException;

  /** Returns the column of the current record. */
  protected abstract long column();

  /** Returns the byte at which the current record begins. */
  protected abstract long offset();

  /**
   * Returns how many bytes behind the current record that of a later column begins at most; 0 if
   * nothing is known, and the records between are to be read.
   */
  protected abstract long maxDistance(long later);

  /**
   * Moves to a column's first record.
   *
   * @param column not less than in the call before
   * @return whether the column has a record
   */
  public final boolean seek(long column) throws IOException {
    if (part < 0) {
      openPartOf(column);
    } else if (!atEnd && column() < column) {
      search(column, offset(), offset() + maxDistance(column));
    }
    while (!atEnd && column() < column) {
      next();
    }
    return !atEnd && column() == column;
  }

  /** Moves to the next record, of this file or a later one; false if there is none. */
  protected final boolean next() throws IOException {
    boolean found = part >= 0 && moveToNext();
    while (!found && part + 1 < parts.size()) {
      open(part + 1);
      found = moveTo(0);
    }
    atEnd = !found;
    return found;
  }

  /** Opens the last file that begins before a column, and goes to a record not far before it. */
  private void openPartOf(long column) throws IOException {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      open(middle);
      if (moveTo(0) && column() < column) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (parts.isEmpty()) {
      atEnd = true;
      return;
    }
    open(low);
    moveTo(0);
    search(column, 0, parts.get(low).getLen());
  }

  /**
   * Goes to a record of the open file not far before the first one of a column.
   *
   * @param from where a record of a smaller column begins, or the file
   * @param to a byte behind which the record of the column does not begin
   */
  private void search(long column, long from, long to) throws IOException {
    if (to - from <= NEAR) {
      return;
    }
    long low = from;
    long high = Math.min(to, parts.get(part).getLen());
    while (high - low > NEAR) {
      long middle = (low + high) >>> 1;
      if (moveTo(middle) && column() < column) {
        low = middle;
      } else {
        high = middle;
      }
    }
    moveTo(low);
  }

  private void open(int newPart) throws IOException {
    if (part == newPart) {
      return;
    }
    close();
    FileStatus file = parts.get(newPart);
    in = file.getPath().getFileSystem(conf).open(file.getPath());
    part = newPart;
    opened(in, file);
  }

  @Override
  public final void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
