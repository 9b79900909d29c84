package io.neardup.hadoop.io;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the records that begin in one range, in order. The same range of the same file always gives
 * the same records.
 */
public interface RangeReader extends Closeable {

  /** Reads the next record, good or set aside; false if there is none. */
  boolean next() throws IOException;

  /** Returns the record that was read, reused by the next call. */
  SourceRecord record();

  /** Returns how many lines have been read so far; 0 for files without lines. */
  long lines();
}
