package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Finds the lines {@code column<TAB>…} of ascending columns in part files sorted by column. A
 * caller may read what follows the tab, from left to right, or skip it. Memory: 64 KiB, independent
 * of the length of a line.
 */
public class ColumnLines extends ColumnCursor {

  private static final int BUFFER = 1 << 16;

  private final byte[] buffer = new byte[BUFFER];
  private FSDataInputStream in;
  private Path file;
  private long bufferStart; // in the file
  private int next;
  private int limit;
  private long lineStart;
  private long column;
  private boolean inLine; // the line feed of the current line has not been read

  /** Opens the lines of the part files in a folder. */
  public ColumnLines(Configuration conf, Path folder) throws IOException {
    this(conf, folder, PartFiles.PREFIX);
  }

  /** Opens the lines of the files in a folder whose names begin with a prefix. */
  protected ColumnLines(Configuration conf, Path folder, String prefix) throws IOException {
    super(conf, folder, prefix);
  }

  @Override
  protected final void opened(FSDataInputStream newIn, FileStatus newFile) {
    in = newIn;
    file = newFile.getPath();
  }

  @Override
  protected final boolean moveTo(long offset) throws IOException {
    // The preceding byte may be the line feed that ends a line.
    bufferStart = Math.max(0, offset - 1);
    in.seek(bufferStart);
    next = 0;
    limit = 0;
    inLine = offset > 0;
    return moveToNext();
  }

  @Override
  protected final boolean moveToNext() throws IOException {
    skipLine();
    lineStart = bufferStart + next;
    if (!fill()) {
      return false;
    }
    column = readNumber();
    expect('\t');
    inLine = true;
    return true;
  }

  @Override
  public final long column() {
    return column;
  }

  @Override
  protected final long offset() {
    return lineStart;
  }

  @Override
  protected final long maxDistance(long later) {
    return 0; // a line may be long
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

  /** Reads the rest of the line as UTF-8. */
  public final String readRest() throws IOException {
    Text rest = new Text();
    readLine(rest);
    return rest.toString();
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
    return new IOException(file + " is not a list of columns at byte " + (bufferStart + next));
  }
}
