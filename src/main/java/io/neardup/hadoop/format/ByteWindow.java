package io.neardup.hadoop.format;

import io.neardup.hadoop.format.compression.TrailingBytesException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The part of a stream that a reader holds: from a first byte, which the reader moves forward, to
 * the last byte read so far. The reader bounds its length by moving the first byte before it reads
 * on.
 */
public final class ByteWindow implements Closeable {

  private static final int CHUNK = 1 << 16;
  private static final int KEPT = 1 << 20;

  private final InputStream in;
  private byte[] bytes = new byte[CHUNK];
  private int start;
  private int limit;
  private long position;
  private boolean endOfStream;

  public ByteWindow(InputStream in) {
    this.in = in;
  }

  /** Returns the array that holds the window until the next {@link #fill}. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where the window begins in {@link #bytes()}. */
  public int start() {
    return start;
  }

  /** Returns the length of the window. */
  public int length() {
    return limit - start;
  }

  /** Returns the byte of the stream at which the window begins. */
  public long position() {
    return position;
  }

  /** Returns the byte, 0 to 255, at an offset in the window. */
  public int at(int offset) {
    return bytes[start + offset] & 0xff;
  }

  /** Reads more behind the window; false at the end of the stream. */
  public boolean fill() throws IOException {
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
  public boolean fillTo(int length) throws IOException {
    while (length() < length) {
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
  public void requireEnd() throws IOException {
    in.read();
  }

  /** Moves the beginning of the window forward by some bytes. */
  public void pass(int length) {
    start += length;
    position += length;
  }

  /** Writes the first bytes of the window and moves its beginning past them. */
  public void pass(int length, OutputStream out) throws IOException {
    out.write(bytes, start, length);
    pass(length);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
