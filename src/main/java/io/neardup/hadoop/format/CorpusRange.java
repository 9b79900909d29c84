package io.neardup.hadoop.format;

import org.apache.hadoop.fs.FileStatus;

/**
 * One line of the manifest: a byte range of an input file and the documents that begin in it.
 *
 * @param file the file's full URI
 * @param name the file's name in ids: its path below the input it came from
 * @param start first byte of the range
 * @param end the byte after the range; the file's length for files that cannot be split
 * @param length the file's length in bytes when it was ingested
 * @param modified the file's modification time when it was ingested, in ms since 1970
 * @param firstColumn the column of the range's first document, counted from the first of the batch
 * @param documents how many documents begin in the range
 * @param skipped how many records that begin in the range were set aside
 * @param firstLine the number of lines of the file before the range; 0 for files without lines
 * @param checksum a hash of the texts of the range's documents in order, and of their ids unless
 *     these are line numbers
 */
public record CorpusRange(
    String file,
    String name,
    long start,
    long end,
    long length,
    long modified,
    long firstColumn,
    long documents,
    long skipped,
    long firstLine,
    String checksum) {

  /** Returns a range of which nothing has been counted yet. */
  public static CorpusRange uncounted(
      String file, String name, long start, long end, long length, long modified) {
    return new CorpusRange(file, name, start, end, length, modified, 0, 0, 0, 0, "");
  }

  /** Returns a file as a single, uncounted range. */
  public static CorpusRange of(String file, String name, FileStatus status) {
    long length = status.getLen();
    return uncounted(file, name, 0, length, length, status.getModificationTime());
  }

  /** Returns the same range, uncounted, of a file at another place. */
  public CorpusRange at(String newFile, String newName) {
    return uncounted(newFile, newName, start, end, length, modified);
  }

  /** Returns the same range with its counts. */
  public CorpusRange counted(
      long column, long documents, long skipped, long firstLine, String checksum) {
    return new CorpusRange(
        file, name, start, end, length, modified, column, documents, skipped, firstLine, checksum);
  }

  /** Returns the number of bytes of the range. */
  public long bytes() {
    return end - start;
  }
}
