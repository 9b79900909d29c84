package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Cuts a stream of bytes into records, of which it holds one at a time, and that only up to a
 * length.
 */
public interface Frames extends Closeable {

  /** Goes to the next record; false at the end of the range. */
  boolean next() throws IOException;

  /** Returns the byte of the (decompressed) file at which the record begins. */
  long position();

  /** Returns whether the record is longer than is held: it can only be copied. */
  boolean tooLong();

  /** Returns the array that holds the record, with what ends it, until the next call. */
  byte[] bytes();

  /** Returns where the record begins in {@link #bytes()}. */
  int offset();

  /** Returns the length of the record in bytes, with what ends it; 0 if it is too long. */
  int rawLength();

  /** Copies the record, however long, with what ends it. Once a record. */
  void copyTo(OutputStream out) throws IOException;

  /**
   * Returns what stands before the first record of the file (a byte order mark, a header); empty if
   * there is nothing.
   */
  default byte[] head() {
    return new byte[0];
  }
}
