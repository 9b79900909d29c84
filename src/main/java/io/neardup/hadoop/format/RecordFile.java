package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;

/** A new file that takes records of the formatat of the file for which it was made. */
public interface RecordFile extends Closeable {

  /**
   * Appends the record at which a reader stands, as it stood in its file.
   *
   * @param reader of a range of the file for which this was made, or of another part of it
   */
  void append(RangeReader reader) throws IOException;
}
