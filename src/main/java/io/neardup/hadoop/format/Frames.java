package io.neardup.hadoop.format;

import io.neardup.text.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into records: lines, unless a subclass defines others. The window, the
 * part of the stream in memory, begins with the current record, or with the first bytes of a record
 * that is too long. The other bytes of such a record are read when it is copied or skipped; a line
 * is skipped only up to the end of the range.
 *
 * <p>A line ends with LF; one CR before it does not belong to the line. The last line needs no LF.
 */
public class Frames implements Closeable {

  /** Discards the bytes of records that are not copied. */
  protected static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  private static final int CHUNK = 1 << 16;
  private static final int KEPT = 1 << 20;

  /** The longest record that is held, in bytes. */
  protected final int maxLength;

  /** How many bytes at the beginning of the window belong to the current record. */
  protected int held;

  /** Whether the current record is too long to be held. */
  protected boolean tooLong;

  private final InputStream in;
  private final long end; // of the range
  private byte[] head = new byte[0];
  private byte[] bytes;
  private int start; // of the window
  private int limit; // end of the window
  private long windowPosition;
  private long position;
  private boolean passing; // the end of an oversized line is not found yet
  private boolean endOfStream;

  /**
   * Cuts the lines that begin in a range. A UTF-8 byte order mark at the beginning of the file
   * belongs to the {@link #head}, not to the first line.
   *
   * @param in a stream positioned at byte {@code start − 1} of the file, or at 0 if start is 0
   * @param start first byte of the range
   * @param end the byte after the range
   * @param maxLength longest line that is held, in bytes without its end
   */
  public Frames(InputStream in, long start, long end, int maxLength) throws IOException {
    this.in = in;
    this.maxLength = maxLength;
    this.bytes = new byte[CHUNK];
    this.windowPosition = Math.max(0, start - 1);
    this.passing = start > 0;
    int mark = start == 0 && fillTo(3) ? Utf8.byteOrderMark(bytes, limit) : 0;
    passHead(mark);
    this.end = Math.max(end, mark + 1); // the range includes the first line
    passRest(NOWHERE);
  }

  /**
   * Cuts a file from its first byte.
   *
   * @param maxLength longest record that is held, in bytes
   * @param size how many bytes are held at first; at least 1
   */
  protected Frames(InputStream in, int maxLength, int size) {
    this.in = in;
    this.maxLength = maxLength;
    this.bytes = new byte[size];
    this.end = Long.MAX_VALUE;
  }

  /** Cuts a decompressed file from its first byte; takes the longest record that is held. */
  protected Frames(InputStream in, int maxLength) {
    this(in, maxLength, CHUNK);
  }

  /** Goes to the next record; false at the end of the range. */
  public boolean next() throws IOException {
    pass(held, NOWHERE);
    held = 0;
    passRest(NOWHERE);
    if (windowPosition >= end) {
      return false;
    }
    if (!fillTo(1)) {
      requireEnd();
      return false;
    }
    position = windowPosition;
    tooLong = false;
    return findRecord();
  }

  /**
   * Finds the record at the beginning of the window, which is not empty, and sets {@link #held} and
   * {@link #tooLong}. Returns false if none begins there.
   */
  protected boolean findRecord() throws IOException {
    scan(0, maxLength);
    return true;
  }

  /**
   * Looks for the end of the record at the beginning of the window.
   *
   * @param from where in the window to begin
   * @param longest the longest record that is held, in bytes without its end
   */
  protected final void scan(int from, int longest) throws IOException {
    int scanned = from;
    int found;
    do {
      found = recordEnd(scanned);
      scanned = available();
    } while (found == 0 && scanned <= longest + 2 && fill()); // CR LF
    if (found == 0) {
      found = earlierEnd();
    }
    passing = found == 0 && scanned > longest + 2;
    held = found > 0 ? found : scanned; // the last line may have no LF
    tooLong = passing || withoutEnd(bytes, start, held) > longest;
  }

  /**
   * Returns where in the window the record ends, 0 if not in the window.
   *
   * @param from where in the window to continue
   */
  protected int recordEnd(int from) {
    int newline = Utf8.indexOf(bytes, start + from, limit, '\n');
    return newline < limit ? newline + 1 - start : 0;
  }

  /** Returns where to end a record that has no end or is too long; 0 if nowhere. */
  protected int earlierEnd() {
    return 0;
  }

  /** Reads and writes the bytes of an oversized record that are not held. */
  protected void passRest(OutputStream out) throws IOException {
    long until = out == NOWHERE ? end : Long.MAX_VALUE;
    while (passing && windowPosition < until && fillTo(1)) {
      int length = recordEnd(0);
      passing = length == 0;
      pass(passing ? available() : length, out);
    }
  }

  /** Returns the byte of the (decompressed) file at which the record begins. */
  public final long position() {
    return position;
  }

  /** Returns whether the record is too long to be held; then it can only be copied. */
  public final boolean tooLong() {
    return tooLong;
  }

  /** Returns the array that holds the record, with its terminator, until the next call. */
  public final byte[] bytes() {
    return bytes;
  }

  /** Returns where the record, and the window, begins in {@link #bytes()}. */
  public final int offset() {
    return start;
  }

  /** Returns the length of the record in bytes, with its terminator; 0 if it is too long. */
  public final int rawLength() {
    return tooLong ? 0 : held;
  }

  /** Returns the length of the line in bytes, without its end; 0 if it is too long. */
  public final int length() {
    return withoutEnd(bytes, start, rawLength());
  }

  /** Returns the length of a line, or another record, without its end: LF or CR LF. */
  public static int withoutEnd(byte[] bytes, int offset, int rawLength) {
    int length = rawLength;
    if (length > 0 && bytes[offset + length - 1] == '\n') {
      length--;
    }
    if (length > 0 && bytes[offset + length - 1] == '\r') {
      length--;
    }
    return length;
  }

  /** Copies the record, however long, with its end. At most one call per record. */
  public void copyTo(OutputStream out) throws IOException {
    out.write(bytes, start, held);
    if (tooLong) {
      pass(held);
      held = 0;
      passRest(out);
    }
  }

  /**
   * Returns the bytes before the first record of the file (a byte order mark, a header); may be
   * empty.
   */
  public final byte[] head() {
    return head;
  }

  /** Moves past the first bytes of the file and makes them its head. */
  protected final void passHead(int length) {
    head = Arrays.copyOfRange(bytes, start, start + length);
    pass(length);
  }

  /**
   * Checks that the window is text; see {@link BinaryTypes#name}.
   *
   * @param file for the message
   * @throws UnsupportedSourceException if it is not
   */
  protected final void requireText(String file) throws UnsupportedSourceException {
    String type = BinaryTypes.name(bytes, start, available());
    if (type != null) {
      throw new UnsupportedSourceException(file + " is not text but " + type);
    }
  }

  /** Returns the length of the window. */
  protected final int available() {
    return limit - start;
  }

  /** Returns the byte, 0 to 255, at an offset in the window. */
  protected final int at(int offset) {
    return bytes[start + offset] & 0xff;
  }

  /** Reads more of the stream into the window; false at its end. */
  protected final boolean fill() throws IOException {
    if (endOfStream) {
      return false;
    }
    if (start == limit) {
      start = 0;
      limit = 0;
      if (bytes.length > KEPT) {
        bytes = new byte[CHUNK];
      }
    } else if (limit == bytes.length && start > 0) {
      System.arraycopy(bytes, start, bytes, 0, limit - start);
      limit -= start;
      start = 0;
    }
    if (limit == bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    int read = in.read(bytes, limit, bytes.length - limit);
    if (read < 0) {
      endOfStream = true;
      return false;
    }
    limit += read;
    return true;
  }

  /** Reads on until the window has the given length; returns false if the stream ends before. */
  protected final boolean fillTo(int length) throws IOException {
    while (available() < length) {
      if (!fill()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Checks that nothing else follows the end of the stream.
   *
   * @throws IOException if something does
   */
  protected final void requireEnd() throws IOException {
    in.read();
  }

  /** Moves the beginning of the window forward by some bytes. */
  protected final void pass(int length) {
    start += length;
    windowPosition += length;
  }

  /** Writes the first bytes of the window and moves its beginning past them. */
  protected final void pass(int length, OutputStream out) throws IOException {
    out.write(bytes, start, length);
    pass(length);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
