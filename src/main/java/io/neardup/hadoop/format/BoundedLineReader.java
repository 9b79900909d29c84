package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Reads the lines that begin in a byte range of a stream. A line over a given length is skipped: it
 * is not held in memory, and it is not read beyond the end of the range.
 *
 * <p>A line ends with LF; one CR before it does not belong to the line. The last line needs no LF.
 * A UTF-8 byte order mark at the beginning of the file is dropped.
 */
public final class BoundedLineReader extends Frames {

  private final long end;
  private byte[] head = new byte[0];
  private boolean atByteOrderMark; // the next line is the first, which begins with the mark
  private boolean passing; // the line is too long, and its end is still to be found

  /**
   * @param in a stream that stands at byte {@code start − 1} of the file, or at 0 if start is 0
   * @param start first byte of the range
   * @param end the byte after the range
   * @param maxLength longest line in bytes, without its end
   */
  public BoundedLineReader(InputStream in, long start, long end, int maxLength) throws IOException {
    super(in, Math.max(0, start - 1), maxLength, CHUNK);
    this.end = end;
    if (start == 0) {
      dropByteOrderMark();
    } else {
      passing = true;
      passLine(NOWHERE, end);
    }
  }

  private void dropByteOrderMark() throws IOException {
    fillTo(3);
    int mark = Utf8.byteOrderMark(bytes(), available());
    if (mark > 0) {
      head = Arrays.copyOf(bytes(), mark);
      pass(mark);
      atByteOrderMark = fillTo(1);
    }
  }

  /** Reads the next line; false if no further line begins in the range. */
  @Override
  public boolean next() throws IOException {
    passLine(NOWHERE, end);
    if (windowPosition() + held >= end && !atByteOrderMark) {
      return false;
    }
    atByteOrderMark = false;
    return super.next();
  }

  @Override
  protected boolean findRecord() throws IOException {
    int scanned = 0;
    do {
      held = afterLine(scanned);
      scanned = available();
    } while (held == 0 && scanned <= maxLength + 1 && fill()); // one more for a CR
    passing = held == 0 && scanned > maxLength + 1;
    if (held == 0 && !passing) {
      held = scanned; // the last line, without LF
    }
    tooLong = passing || withoutEnd(bytes(), offset(), held) > maxLength;
    return true;
  }

  /** Returns where the first line of the window ends, 0 if its end is not there. */
  private int afterLine(int from) {
    int limit = offset() + available();
    int newline = Utf8.indexOf(bytes(), offset() + from, limit, '\n');
    return newline < limit ? newline + 1 - offset() : 0;
  }

  /** Passes a line that is too long, up to its end or to a byte of the file. */
  private void passLine(OutputStream out, long until) throws IOException {
    while (passing && windowPosition() < until) {
      int length = afterLine(0);
      passing = length == 0;
      pass(passing ? available() : length, out);
      if (passing && windowPosition() < until && !fill()) {
        passing = false;
      }
    }
  }

  /** Copies the rest of the line, which may lie beyond the range. */
  @Override
  protected void passRest(OutputStream out) throws IOException {
    passLine(out, Long.MAX_VALUE);
  }

  /** Returns the length of the line in bytes, without its end; 0 if it is too long. */
  public int length() {
    return withoutEnd(bytes(), offset(), rawLength());
  }

  @Override
  public byte[] head() {
    return head;
  }
}
