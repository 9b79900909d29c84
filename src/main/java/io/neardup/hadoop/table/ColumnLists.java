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
 * Finds the lists of ascending columns in sorted part files of lines {@code column<TAB>entry entry
 * …}; an entry is a column (or any unsigned 64-bit number), or {@code column:number}. A list may go
 * on in further lines of the same column. Holds no list in memory.
 */
public final class ColumnLists implements Closeable {

  private static final int BUFFER = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private final byte[] buffer = new byte[BUFFER];

  private int part = -1;
  private FSDataInputStream in;
  private long bufferStart;
  private int next;
  private int limit;

  private boolean started;
  private boolean endOfLists;
  private long lineColumn; // of the line the cursor is in
  private boolean entriesLeft; // of that line
  private long entry;
  private int number;

  /** Opens the lists in a folder. */
  public ColumnLists(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, folder);
  }

  /**
   * Moves to a column's list.
   *
   * @param column not less than in the call before
   * @return whether the column has a list, whose entries {@link #nextEntry()} then gives
   */
  public boolean seek(long column) throws IOException {
    if (!started) {
      started = true;
      leap(column);
    }
    while (!endOfLists && lineColumn < column) {
      skipLine();
      readColumn();
    }
    return !endOfLists && lineColumn == column;
  }

  /** Moves to the next entry of the list; false at its end. */
  public boolean nextEntry() throws IOException {
    while (!entriesLeft) {
      long column = lineColumn;
      readColumn();
      if (endOfLists || lineColumn != column) {
        return false;
      }
    }
    entry = readNumber();
    int separator = read();
    number = 0;
    if (separator == ':') {
      number = (int) readNumber();
      separator = read();
    }
    entriesLeft = separator == ' ';
    if (!entriesLeft && separator != '\n') {
      throw broken();
    }
    return true;
  }

  /** Returns the column of the entry. */
  public long entry() {
    return entry;
  }

  /** Returns the number that follows the entry's column, 0 if there is none. */
  public int number() {
    return number;
  }

  /** Goes to a line not behind the first one of a column, not far before it. */
  private void leap(long column) throws IOException {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) { // the last part that begins at or before the column, or one before it
      int middle = (low + high + 1) >>> 1;
      open(middle, 0);
      readColumn();
      if (lineColumn < column) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (parts.isEmpty()) {
      endOfLists = true;
      return;
    }
    long from = 0;
    long to = parts.get(low).getLen();
    while (to - from > BUFFER) {
      long middle = (from + to) >>> 1;
      openBehindLine(low, middle);
      long lineStart = bufferStart + next;
      if (lineStart >= to) {
        to = middle;
        continue;
      }
      readColumn();
      if (!endOfLists && lineColumn < column) {
        from = lineStart;
      } else {
        to = middle;
      }
    }
    endOfLists = false;
    open(low, from);
    readColumn();
  }

  private void open(int newPart, long offset) throws IOException {
    if (part != newPart) {
      close();
      FileStatus status = parts.get(newPart);
      in = status.getPath().getFileSystem(conf).open(status.getPath());
      part = newPart;
    }
    in.seek(offset);
    bufferStart = offset;
    next = 0;
    limit = 0;
    entriesLeft = false;
  }

  /** Goes to the end of the line that a byte is in. */
  private void openBehindLine(int newPart, long offset) throws IOException {
    open(newPart, offset);
    entriesLeft = true;
    skipLine();
  }

  /** Reads the column of the next line, of this part or the next. */
  private void readColumn() throws IOException {
    while (part < 0 || !fill()) {
      if (part + 1 >= parts.size()) {
        endOfLists = true;
        return;
      }
      open(part + 1, 0);
    }
    lineColumn = readNumber();
    if (read() != '\t') {
      throw broken();
    }
    entriesLeft = true;
  }

  private void skipLine() throws IOException {
    int c = entriesLeft ? read() : '\n';
    while (c != '\n' && c >= 0) {
      c = read();
    }
    entriesLeft = false;
  }

  private long readNumber() throws IOException {
    long value = 0;
    int digits = 0;
    while (fill() && buffer[next] >= '0' && buffer[next] <= '9') {
      value = value * 10 + (buffer[next] - '0');
      next++;
      digits++;
    }
    if (digits == 0) {
      throw broken();
    }
    return value;
  }

  private int read() throws IOException {
    return fill() ? buffer[next++] : -1;
  }

  /** Makes sure that a byte is there; false at the end of the part. */
  private boolean fill() throws IOException {
    if (next == limit) {
      bufferStart += limit;
      next = 0;
      limit = Math.max(0, in.read(buffer, 0, BUFFER));
    }
    return next < limit;
  }

  private IOException broken() {
    return new IOException(
        parts.get(part).getPath() + " is not a list of columns at byte " + (bufferStart + next));
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
      part = -1;
    }
  }
}
