package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Compares the records of a file of {@code kept/} or {@code removed/} with those of its source, in
 * order, up to the first that differs.
 */
final class CopiedRecords implements Closeable {

  private final boolean hasIds;
  private final RangeReader reader; // null if there is no such file
  private boolean wrong;

  /** Opens a file; it need not exist. */
  CopiedRecords(Configuration conf, Path file, SourceCursor source) throws IOException {
    hasIds = !source.idsArePlaces();
    FileSystem fs = file.getFileSystem(conf);
    RangeReader opened = null;
    try {
      opened = source.open(fs.getFileStatus(file));
    } catch (FileNotFoundException e) {
      wrong = true;
    } catch (IOException e) {
      wrong = isDamage(e);
    }
    reader = opened;
  }

  /** Returns whether the file could be opened. */
  boolean exists() {
    return reader != null;
  }

  /** Reads the next record; it should be the one at which a source stands. */
  void compare(SourceRecord expected) throws IOException {
    wrong = wrong || !next() || !isCopy(expected, reader.record());
  }

  /**
   * Returns whether the file is missing or damaged, or a record differs, or it has further ones.
   */
  boolean isWrongAtEnd() throws IOException {
    return wrong || next() || wrong;
  }

  private boolean next() throws IOException {
    try {
      return reader.next();
    } catch (IOException e) {
      wrong = isDamage(e);
      return false;
    }
  }

  private static boolean isDamage(IOException e) throws IOException {
    StorageException storage = StorageException.causeOf(e);
    if (storage != null) {
      throw storage;
    }
    return true;
  }

  private boolean isCopy(SourceRecord expected, SourceRecord found) {
    if (expected.isSkipped() || found.isSkipped()) {
      return expected.isSkipped() && found.isSkipped();
    }
    return (!hasIds
            || Arrays.equals(
                expected.idBytes(), 0, expected.idLength(), found.idBytes(), 0, found.idLength()))
        && Arrays.equals(
            expected.textBytes(),
            expected.textOffset(),
            expected.textOffset() + expected.textLength(),
            found.textBytes(),
            found.textOffset(),
            found.textOffset() + found.textLength());
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
