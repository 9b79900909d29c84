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
import org.apache.hadoop.util.LineReader;

/**
 * Finds the lines {@code column<TAB>…} of ascending columns in part files sorted by column, in one
 * pass over the files; the first one by binary search. A caller may read the numbers that follow
 * the tab, from left to right. Memory: 64 KiB and a line.
 */
public class ColumnLines implements Closeable {

  private static final int BUFFER = 1 << 16;

  private final Configuration conf;
  private final List<FileStatus> parts;
  private int part = -1;
  private FSDataInputStream in;
  private LineReader lines; // from where the file was moved to
  private final NumberParser numbers = new NumberParser("a line of a column"); // the current one
  private long position; // of the current line in the file
  private long nextPosition;
  private long column;
  private boolean atEnd;

  /** The current line. */
  final Text line = new Text();

  /** Whether some of the current line has not been read. */
  boolean isUnread;

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
    nextPosition = Math.max(0, offset - 1);
    in.seek(nextPosition);
    lines = new LineReader(in, BUFFER);
    if (offset > 0) {
      nextPosition += lines.readLine(line);
    }
    return moveToNext();
  }

  /** Moves to the next line of the file; returns false at its end. */
  private boolean moveToNext() throws IOException {
    position = nextPosition;
    int length = lines.readLine(line);
    nextPosition += length;
    if (length == 0) {
      return false;
    }
    numbers.start(line);
    column = readNumber();
    expect('\t');
    if (length == line.getLength()) { // without a line feed
      throw broken();
    }
    isUnread = true;
    return true;
  }

  /**
   * Moves to the next line of the column if the current one is read; returns false if there is
   * none.
   */
  final boolean hasMore() throws IOException {
    long before = column;
    return isUnread || (next() && column == before);
  }

  /** Returns the column of the current line. */
  public final long column() {
    return column;
  }

  /** Reads a decimal number; it must come next in the line. */
  public final long readNumber() throws IOException {
    try {
      return numbers.number();
    } catch (IOException e) {
      throw broken();
    }
  }

  /** Reads a decimal number after a space. */
  public final long readFurtherNumber() throws IOException {
    expect(' ');
    return readNumber();
  }

  /** Skips a character if it comes next in the line; returns whether it did. */
  final boolean accept(char ascii) {
    return numbers.accept(ascii);
  }

  /** Reads a character; it must come next in the line. */
  private void expect(char ascii) throws IOException {
    if (!accept(ascii)) {
      throw broken();
    }
  }

  /** Returns where in the line its next character is. */
  final int offset() {
    return numbers.position();
  }

  /** Copies the rest of the line. */
  public final void copyRest(Text to) {
    to.set(line.getBytes(), offset(), line.getLength() - offset());
  }

  /** Returns an error that the current line is malformed. */
  final IOException broken() {
    return new IOException(
        parts.get(part).getPath() + " is not a list of columns at byte " + position);
  }

  @Override
  public final void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
