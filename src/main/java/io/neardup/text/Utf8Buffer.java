package io.neardup.text;

import java.util.Arrays;
import java.util.Objects;

/**
 * A growing array of bytes that is filled again and again. It keeps its memory between uses, but no
 * more than {@value #RETAINED_BYTES} bytes of it: one large document does not occupy the heap for
 * the rest of a task. Not safe for use by several threads.
 */
public final class Utf8Buffer {

  /** The largest capacity, in bytes, that {@link #clear()} keeps. */
  static final int RETAINED_BYTES = 1 << 20;

  private static final int INITIAL_BYTES = 256;
  // Some virtual machines refuse arrays of nearly Integer.MAX_VALUE elements.
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[INITIAL_BYTES];
  private int length;

  /**
   * Returns the array that holds the content in its first {@link #length()} bytes, not a copy. The
   * next call that changes the buffer may replace it.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes of content. */
  public int length() {
    return length;
  }

  /** Empties the buffer, and releases its array if that is larger than 1 MiB. */
  public void clear() {
    length = 0;
    if (bytes.length > RETAINED_BYTES) {
      bytes = new byte[INITIAL_BYTES];
    }
  }

  /** Appends one byte. */
  public void append(byte value) {
    ensureCapacity((long) length + 1);
    bytes[length++] = value;
  }

  /**
   * Appends {@code count} bytes of {@code source}, from {@code offset} on.
   *
   * @throws IndexOutOfBoundsException if {@code source} does not have them
   */
  public void append(byte[] source, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, source.length);
    ensureCapacity((long) length + count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** Makes room for {@code capacity} bytes in all, so that appending up to there copies nothing. */
  public void ensureCapacity(long capacity) {
    if (capacity <= bytes.length) {
      return;
    }
    if (capacity > MAX_BYTES) {
      throw new OutOfMemoryError("A buffer cannot hold " + capacity + " bytes");
    }
    // For an empty buffer the caller knows the size; a buffer that fills up grows by half.
    long roomy = length == 0 ? capacity : Math.max(capacity, bytes.length * 3L / 2);
    bytes = Arrays.copyOf(bytes, (int) Math.min(roomy, MAX_BYTES));
  }

  /** Sets the length after {@link #bytes()} was written to directly. */
  void setLength(int length) {
    this.length = Objects.checkIndex(length, bytes.length + 1);
  }
}
