package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;

/** A new file for records of an existing file, in the format of that file. */
public interface RecordFile extends Closeable {

  /**
   * Appends the current record of a reader, unchanged.
   *
   * @param reader of a range of the file for which this was made, or of another part of it
   */
  void append(RangeReader reader) throws IOException;
}
