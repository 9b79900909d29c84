package io.neardup.hadoop.format;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Reads records that are sequences of bytes, and can copy these bytes. Records that are JSON
 * objects can be annotated.
 */
public interface RawRangeReader extends AnnotatableReader {

  /** Copies the bytes of the current record, with its terminator. May be called once per record. */
  void copyTo(OutputStream out) throws IOException;
}
