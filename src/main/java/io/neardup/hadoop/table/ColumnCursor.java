package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Finds the records of ascending columns in part files sorted by column, in one pass over the
 * files. It finds the first record by binary search, and later ones too if they are known to be far
 * away. A subclass defines the record layout.
 */
public abstract class ColumnCursor implements Closeable {

  /** Distance in bytes up to which reading forward replaces a search. */
  private static final int NEAR = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private int part = -1;
  private FSDataInputStream in;
  private boolean atEnd;

  /** Opens the files of a folder whose names begin with a prefix; there may be none. */
  protected ColumnCursor(Configuration conf, Path folder, String prefix) throws IOException {
    this(conf, List.of(folder), prefix);
  }

  /**
   * Opens the files of several folders whose names begin with a prefix.
   *
   * @param folders in the order of their columns
   */
  protected ColumnCursor(Configuration conf, List<Path> folders, String prefix) throws IOException {
    this.conf = conf;
    this.parts = new ArrayList<>();
    for (Path folder : folders) {
      parts.addAll(PartFiles.of(conf, folder, prefix));
    }
  }

  /** Switches to a newly opened file; the records of the previous one are no longer needed. */
  protected abstract void opened(FSDataInputStream newIn, FileStatus file) throws IOException;

  /** Moves to the first record that begins at or after an offset; returns false if none does. */
  protected abstract boolean moveTo(long offset) throws IOException;

  /** Moves to the next record of the file; returns false at its end. */
  protected abstract boolean moveToNext() throws IOException;

  /** Returns the column of the current record. */
  public abstract long column();

  /** Returns the byte offset of the current record. */
  protected abstract long offset();

  /**
   * Returns the maximum distance in bytes from the current record to that of a later column; 0 if
   * unknown, so that the records between must be read.
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

  /**
   * Returns whether any column of a range has a record, and moves to the first one of it or of a
   * later column.
   *
   * @param from the first column of the range, not less than in the call before
   * @param to the column after the last one of the range
   */
  public final boolean hasAny(long from, long to) throws IOException {
    return from < to && (seek(from) || (!atEnd && column() < to));
  }

  /** Moves to the next record, in this file or a later one; returns false if there is none. */
  public final boolean next() throws IOException {
    boolean found = part >= 0 && moveToNext();
    while (!found && part + 1 < parts.size()) {
      open(part + 1);
      found = moveTo(0);
    }
    atEnd = !found;
    return found;
  }

  /** Opens the last file that begins before a column and moves to a record shortly before it. */
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
   * Moves to a record of the open file shortly before the first one of a column.
   *
   * @param from the offset of a record of a smaller column, or of the beginning of the file
   * @param to an offset after which the record of the column does not begin
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
