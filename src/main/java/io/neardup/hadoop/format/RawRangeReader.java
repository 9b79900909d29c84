package io.neardup.hadoop.format;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Reads records that are stretches of bytes, and gives the bytes. Those of JSON objects can be
 * annotated.
 */
public interface RawRangeReader extends AnnotatableReader {

  /** Copies the bytes of the current record, with what ends it. Once a record. */
  void copyTo(OutputStream out) throws IOException;

  /** Returns whether the current record is longer than what is held of a record. */
  boolean tooLong();

  /** Returns what stands before the first record of the file; empty if nothing does. */
  byte[] head();

  /** Returns the number of the current record in its file, from 1. */
  long number();
}
