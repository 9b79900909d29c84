package io.neardup.hadoop.format;

import io.neardup.hadoop.format.compression.TrailingBytesException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into records. What is held of the stream, the window, begins with the
 * current record: with all of it or, if it is too long to be held, with its first bytes. The other
 * bytes of such a record are read when it is copied or skipped.
 */
public abstract class Frames implements Closeable {

  /** How many bytes are held at first. */
  protected static final int CHUNK = 1 << 16;

  /** Where the bytes of records go that are not copied. */
  protected static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  private static final int KEPT = 1 << 20;

  /** The longest record that is held, in bytes. */
  protected final int maxLength;

  /** How many bytes at the beginning of the window belong to the current record. */
  protected int held;

  /** Whether the current record is longer than is held. */
  protected boolean tooLong;

  private final InputStream in;
  private byte[] bytes;
  private int start; // of the window
  private int limit; // end of the window
  private long windowPosition;
  private long position;
  private boolean endOfStream;

  /**
   * @param in what is cut
   * @param position the byte of the file at which the stream stands
   * @param maxLength longest record that is held, in bytes
   * @param size how many bytes are held at first; at least 1
   */
  protected Frames(InputStream in, long position, int maxLength, int size) {
    this.in = in;
    this.windowPosition = position;
    this.maxLength = maxLength;
    this.bytes = new byte[size];
  }

  /** Takes a decompressed file at its first byte, and the longest record that is held. */
  protected Frames(InputStream in, int maxLength) {
    this(in, 0, maxLength, CHUNK);
  }

  /**
   * Finds the record at the beginning of the window, which is not empty, and sets {@link #held} and
   * {@link #tooLong}. Returns false if none begins there.
   */
  protected abstract boolean findRecord() throws IOException;

  /**
   * Reads the bytes of a record that is too long, from the first that is not held, and writes them.
   */
  protected abstract void passRest(OutputStream out) throws IOException;

  /** Goes to the next record; false at the end of the range. */
  public boolean next() throws IOException {
    passHeld(NOWHERE);
    passRest(NOWHERE);
    if (!fillTo(1)) {
      requireEnd();
      return false;
    }
    position = windowPosition;
    return findRecord();
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

  /** Copies the record, however long, with what ends it. Once a record. */
  public void copyTo(OutputStream out) throws IOException {
    if (tooLong) {
      passHeld(out);
      passRest(out);
    } else {
      out.write(bytes, start, held);
    }
  }

  /**
   * Returns the bytes before the first record of the file (a byte order mark, a header); may be
   * empty.
   */
  public byte[] head() {
    return new byte[0];
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

  /**
   * Makes sure that what follows is text, as far as it has been read; see {@link BinaryTypes#name}.
   *
   * @param file for the message
   * @throws UnsupportedSourceException if it is something else
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

  /** Returns the byte of the file at which the window begins. */
  protected final long windowPosition() {
    return windowPosition;
  }

  /** Returns the byte, 0 to 255, at an offset in the window. */
  protected final int at(int offset) {
    return bytes[start + offset] & 0xff;
  }

  /** Reads more behind the window; false at the end of the stream. */
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
   * @throws TrailingBytesException if something does
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

  private void passHeld(OutputStream out) throws IOException {
    pass(held, out);
    held = 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
