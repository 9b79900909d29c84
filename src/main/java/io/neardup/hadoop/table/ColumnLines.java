package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Finds the lines {@code column<TAB>…} of ascending columns in part files sorted by column, in one
 * pass over the files; the first one by binary search. A caller may read what follows the tab, from
 * left to right, or skip it. Memory: 64 KiB, independent of the length of a line.
 */
public class ColumnLines implements Closeable {

  private static final int BUFFER = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private final byte[] buffer = new byte[BUFFER];
  private int part = -1;
  private FSDataInputStream in;
  private long bufferStart; // in the file
  private int next;
  private int limit;
  private long column;
  private boolean inLine; // the line feed of the current line has not been read
  private boolean atEnd;

  /** Opens the lines of the part files in a folder. */
  public ColumnLines(Configuration conf, Path folder) throws IOException {
    this(conf, folder, PartFiles.PREFIX);
  }

  /** Opens the lines of the files in a folder whose names begin with a prefix. */
  protected ColumnLines(Configuration conf, Path folder, String prefix) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, folder, prefix);
  }

  /**
   * Moves to a column's first line.
   *
   * @param wanted not less than in the call before
   * @return whether the column has a line
   */
  public final boolean seek(long wanted) throws IOException {
    if (part < 0) {
      search(wanted);
    }
    while (!atEnd && column < wanted) {
      next();
    }
    return !atEnd && column == wanted;
  }

  /**
   * Returns whether any column of a range has a line, and moves to the first one of it or of a
   * later column.
   *
   * @param from the first column of the range, not less than in the call before
   * @param to the column after the last one of the range
   */
  public final boolean hasAny(long from, long to) throws IOException {
    return from < to && (seek(from) || (!atEnd && column < to));
  }

  /** Moves to the next line, in this file or a later one; returns false if there is none. */
  public final boolean next() throws IOException {
    boolean found = part >= 0 && moveToNext();
    while (!found && part + 1 < parts.size()) {
      open(part + 1);
      found = moveTo(0);
    }
    atEnd = !found;
    return found;
  }

  /** Opens the last file that begins before a column and moves to a line shortly before it. */
  private void search(long wanted) throws IOException {
    int first = 0;
    int last = parts.size() - 1;
    while (first < last) {
      int middle = (first + last + 1) >>> 1;
      open(middle);
      if (moveTo(0) && column < wanted) {
        first = middle;
      } else {
        last = middle - 1;
      }
    }
    if (parts.isEmpty()) {
      atEnd = true;
      return;
    }
    open(first);
    long low = 0;
    long high = parts.get(first).getLen();
    while (high - low > BUFFER) {
      long middle = (low + high) >>> 1;
      if (moveTo(middle) && column < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    moveTo(low);
  }

  private void open(int newPart) throws IOException {
    if (part != newPart) {
      close();
      Path file = parts.get(newPart).getPath();
      in = file.getFileSystem(conf).open(file);
      part = newPart;
    }
  }

  /** Moves to the first line that begins at or after an offset; returns false if none does. */
  private boolean moveTo(long offset) throws IOException {
    // The preceding byte may be the line feed that ends a line.
    bufferStart = Math.max(0, offset - 1);
    in.seek(bufferStart);
    next = 0;
    limit = 0;
    inLine = offset > 0;
    return moveToNext();
  }

  /** Moves to the next line of the file; returns false at its end. */
  private boolean moveToNext() throws IOException {
    skipLine();
    if (!fill()) {
      return false;
    }
    column = readNumber();
    expect('\t');
    inLine = true;
    return true;
  }

  /** Returns the column of the current line. */
  public final long column() {
    return column;
  }

  /** Returns whether some of the current line is unread. */
  protected final boolean inLine() {
    return inLine;
  }

  /** Moves behind the line feed of the current line. */
  private void skipLine() throws IOException {
    while (inLine && fill()) {
      int at = next;
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      inLine = at == limit;
      next = inLine ? at : at + 1;
    }
    inLine = false;
  }

  /** Reads a decimal number; it must come next in the line. */
  public final long readNumber() throws IOException {
    long value = 0;
    int digits = 0;
    boolean isAtEnd = false;
    while (!isAtEnd && fill()) {
      int at = next;
      for (; at < limit && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
        value = value * 10 + (buffer[at] - '0');
      }
      digits += at - next;
      next = at;
      isAtEnd = at < limit;
    }
    if (digits == 0) {
      throw broken();
    }
    return value;
  }

  /** Reads a decimal number after a space. */
  public final long readFurtherNumber() throws IOException {
    expect(' ');
    return readNumber();
  }

  /** Reads a byte, the line feed included; -1 at the end of the file. */
  protected final int read() throws IOException {
    int c = fill() ? buffer[next++] & 0xff : -1;
    inLine &= c != '\n' && c >= 0;
    return c;
  }

  /** Reads a character; it must come next in the line. */
  public final void expect(char ascii) throws IOException {
    if (read() != ascii) {
      throw broken();
    }
  }

  /** Reads the rest of the line, which must end in a line feed. */
  public final void readLine(Text rest) throws IOException {
    rest.clear();
    while (inLine) {
      if (!fill()) {
        throw broken();
      }
      int start = next;
      while (next < limit && buffer[next] != '\n') {
        next++;
      }
      rest.append(buffer, start, next - start);
      if (next < limit) {
        next++;
        inLine = false;
      }
    }
  }

  /** Fills the buffer if it is empty; returns false at the end of the file. */
  private boolean fill() throws IOException {
    return next < limit || refill();
  }

  private boolean refill() throws IOException {
    bufferStart += limit;
    next = 0;
    limit = Math.max(0, in.read(buffer, 0, BUFFER));
    return next < limit;
  }

  /** Returns an error that the file is malformed at the current byte. */
  protected final IOException broken() {
    return new IOException(
        parts.get(part).getPath() + " is not a list of columns at byte " + (bufferStart + next));
  }

  @Override
  public final void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
