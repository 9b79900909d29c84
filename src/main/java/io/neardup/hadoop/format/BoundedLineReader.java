package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.fs.Seekable;

/**
 * Reads the lines that begin in a byte range of a stream. A line over a given length is skipped: it
 * is not held in memory, and it is not read beyond the end of the range.
 *
 * <p>A line ends with LF; one CR before it does not belong to the line. The last line needs no LF.
 * A UTF-8 byte order mark at the beginning of the file is dropped.
 */
public final class BoundedLineReader implements Frames {

  private static final int CHUNK = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final long end;
  private final int maxLength;

  private byte[] buffer = new byte[CHUNK];
  private int next; // first byte not consumed
  private int limit; // end of what has been read
  private long nextPosition; // of buffer[next] in the file
  private boolean endOfStream;
  private boolean atByteOrderMark; // the next line is the first, which begins with the mark

  private long linePosition;
  private int lineOffset;
  private int lineLength;
  private int rawLength;
  private boolean tooLong;
  private boolean passing; // the rest of a line that is too long is still to be passed over
  private boolean byteOrderMark;

  /**
   * @param in a stream that stands at byte {@code start − 1} of the file, or at 0 if start is 0
   * @param start first byte of the range
   * @param end the byte after the range
   * @param maxLength longest line in bytes, without its end
   */
  public BoundedLineReader(InputStream in, long start, long end, int maxLength) throws IOException {
    this.in = in;
    this.end = end;
    this.maxLength = maxLength;
    if (start == 0) {
      dropByteOrderMark();
    } else {
      nextPosition = start - 1;
      skipRestOfLine();
    }
  }

  private void dropByteOrderMark() throws IOException {
    while (limit < 3 && fill()) {
      // until three bytes are there to look at
    }
    if (limit >= 3 && Arrays.equals(buffer, 0, 3, BYTE_ORDER_MARK, 0, 3)) {
      next = 3;
      nextPosition = 3;
      byteOrderMark = true;
      atByteOrderMark = limit > 3 || fill();
    }
  }

  /**
   * Makes sure that a file is text, as far as its beginning has been read.
   *
   * @throws UnsupportedSourceException if it is not
   */
  void requireText(String file) throws UnsupportedSourceException {
    UnsupportedSourceException.requireText(file, buffer, next, limit - next);
  }

  @Override
  public boolean isSeekable() {
    return in instanceof Seekable;
  }

  /** Makes the line that begins at a byte of the file the next one. */
  @Override
  public void moveTo(long position) throws IOException {
    passing = false;
    atByteOrderMark = false;
    if (position >= nextPosition && position - nextPosition <= limit - next) {
      consume(Math.toIntExact(position - nextPosition));
      return;
    }
    ((Seekable) in).seek(position);
    next = 0;
    limit = 0;
    nextPosition = position;
    endOfStream = false;
  }

  /** Reads the next line; false if no further line begins in the range. */
  @Override
  public boolean next() throws IOException {
    if (passing) {
      passing = false;
      consume(limit - next);
      skipRestOfLine();
    }
    if (nextPosition >= end && !atByteOrderMark) {
      return false;
    }
    atByteOrderMark = false;
    linePosition = nextPosition;
    tooLong = false;
    int scanned = 0;
    while (true) {
      int newline = indexOfNewline(next + scanned);
      if (newline >= 0) {
        take(newline - next, 1);
        return true;
      }
      scanned = limit - next;
      if (scanned > maxLength + 1) { // one more for a CR
        tooLong = true;
        lineLength = 0;
        rawLength = 0;
        passing = true;
        return true;
      }
      if (!fill()) {
        if (scanned == 0) {
          in.read(); // throws if something else follows what was decompressed
          return false;
        }
        take(scanned, 0);
        return true;
      }
    }
  }

  private void take(int length, int terminator) {
    lineOffset = next;
    boolean carriageReturn = length > 0 && buffer[next + length - 1] == '\r';
    lineLength = carriageReturn ? length - 1 : length;
    rawLength = length + terminator;
    if (lineLength > maxLength) {
      tooLong = true;
      lineLength = 0;
    }
    consume(rawLength);
  }

  private void consume(int bytes) {
    next += bytes;
    nextPosition += bytes;
  }

  /** Skips bytes up to and including the next LF, or to the end of the range. */
  private void skipRestOfLine() throws IOException {
    while (nextPosition < end) {
      int newline = indexOfNewline(next);
      if (newline >= 0) {
        consume(newline + 1 - next);
        return;
      }
      consume(limit - next);
      if (nextPosition < end && !fill()) {
        return;
      }
    }
  }

  private int indexOfNewline(int from) {
    int newline = Utf8.indexOf(buffer, from, limit, '\n');
    return newline < limit ? newline : -1;
  }

  /** Reads more bytes after those not consumed yet; returns false at the end of the stream. */
  private boolean fill() throws IOException {
    if (endOfStream) {
      return false;
    }
    if (next == limit) {
      next = 0;
      limit = 0;
      if (buffer.length > 1 << 20) {
        buffer = new byte[CHUNK];
      }
    } else if (limit == buffer.length && next > 0) {
      System.arraycopy(buffer, next, buffer, 0, limit - next);
      limit -= next;
      next = 0;
    }
    if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      endOfStream = true;
      return false;
    }
    limit += read;
    return true;
  }

  /** Returns the byte of the file at which the line begins. */
  @Override
  public long position() {
    return linePosition;
  }

  /** Returns whether the line was longer than allowed; it has no bytes then. */
  @Override
  public boolean tooLong() {
    return tooLong;
  }

  /** Returns the array that holds the line until the next call. */
  @Override
  public byte[] bytes() {
    return buffer;
  }

  @Override
  public int offset() {
    return lineOffset;
  }

  /** Returns the length of the line in bytes, without its end. */
  public int length() {
    return lineLength;
  }

  @Override
  public int rawLength() {
    return tooLong ? 0 : rawLength;
  }

  /** Copies the line with its end, which may lie beyond the range. */
  @Override
  public void copyTo(OutputStream out) throws IOException {
    if (!passing) {
      out.write(buffer, lineOffset, rawLength);
      return;
    }
    passing = false;
    int newline;
    do {
      newline = indexOfNewline(next);
      int length = (newline < 0 ? limit : newline + 1) - next;
      out.write(buffer, next, length);
      consume(length);
    } while (newline < 0 && fill());
  }

  @Override
  public byte[] head() {
    return byteOrderMark ? BYTE_ORDER_MARK.clone() : new byte[0];
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
