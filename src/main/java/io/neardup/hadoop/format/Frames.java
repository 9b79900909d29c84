package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** Cuts a stream of bytes into records. Holds one record at a time, up to a length. */
public interface Frames extends Closeable {

  /** Goes to the next record; false at the end of the range. */
  boolean next() throws IOException;

  /** Returns the byte of the (decompressed) file at which the record begins. */
  long position();

  /** Returns whether the record is too long to be held; then it can only be copied. */
  boolean tooLong();

  /** Returns the array that holds the record, with its terminator, until the next call. */
  byte[] bytes();

  /** Returns where the record begins in {@link #bytes()}. */
  int offset();

  /** Returns the length of the record in bytes, with its terminator; 0 if it is too long. */
  int rawLength();

  /** Copies the record, however long, with what ends it. Once a record. */
  void copyTo(OutputStream out) throws IOException;

  /**
   * Returns the bytes before the first record of the file (a byte order mark, a header); may be
   * empty.
   */
  default byte[] head() {
    return new byte[0];
  }
}
