package io.neardup.hadoop.format;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Opens the files of one format. */
public interface FileFormat {

  /**
   * Returns a reader that stands before the first record of a range.
   *
   * @param file the full path of the range's file
   * @param whole whether records can be copied; if not, the reader may leave unread, and unchecked,
   *     what is neither id nor text nor a field asked for
   * @throws MissingFieldException if the file has not the fields that the configuration names
   * @throws UnsupportedSourceException if a codec is missing, or memory
   * @throws StorageException if the storage fails
   * @throws IOException if the file is damaged
   */
  RangeReader open(Path file, CorpusRange range, boolean whole) throws IOException;
}
