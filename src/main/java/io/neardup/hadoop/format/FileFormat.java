package io.neardup.hadoop.format;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Opens the files of one format. */
public interface FileFormat {

  /**
   * Returns a reader that stands before the first record of a range.
   *
   * @param file the full path of the range's file
   * @throws UnsupportedSourceException if the file lacks a field that the configuration names, if a
   *     codec is missing, or if the memory is too small
   * @throws StorageException if the storage fails
   * @throws IOException if the file is damaged
   */
  RangeReader open(Path file, CorpusRange range) throws IOException;
}
