package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.CopyInputFormat.CopyCursor;
import io.neardup.hadoop.corpus.DocumentWritable;
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
 * Compares the records of a file of {@code kept/} or {@code removed/} with the documents of the
 * corpus, in order, up to the first that differs. Records that are too long to be read are counted.
 */
final class CopiedRecords implements Closeable {

  private final boolean hasIds;
  private final RangeReader reader; // null if there is no such file
  private boolean wrong;
  private boolean expected; // whether a document of the file was asked for
  private long unread;

  /** Opens a file; it need not exist. */
  CopiedRecords(Configuration conf, Path file, CopyCursor source) throws IOException {
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

  /** Reads the next record; it should be that of a document. */
  void compare(DocumentWritable document) throws IOException {
    expected = true;
    wrong = wrong || !next() || !isCopy(document, reader.record());
  }

  /**
   * Returns whether the file is missing or damaged, or a record differs, or it has further ones. A
   * file of which no document was asked for may be missing.
   */
  boolean isWrongAtEnd() throws IOException {
    return (wrong || next() || wrong) && (expected || exists());
  }

  /** Returns how many of the records read were too long. */
  long unread() {
    return unread;
  }

  /** Goes to the next record that is not too long to be read. */
  private boolean next() throws IOException {
    try {
      boolean found = reader.next();
      while (found && isUnread(reader.record())) {
        unread++;
        found = reader.next();
      }
      return found;
    } catch (IOException e) {
      wrong = isDamage(e);
      return false;
    }
  }

  private static boolean isUnread(SourceRecord record) {
    return record.isSkipped() && record.skipReason().isUnread();
  }

  private static boolean isDamage(IOException e) throws IOException {
    StorageException storage = StorageException.causeOf(e);
    if (storage != null) {
      throw storage;
    }
    return true;
  }

  private boolean isCopy(DocumentWritable document, SourceRecord found) {
    return !found.isSkipped()
        && (!hasIds
            || Arrays.equals(
                document.idBytes(), 0, document.idLength(), found.idBytes(), 0, found.idLength()))
        && Arrays.equals(
            document.textBytes(),
            document.textOffset(),
            document.textOffset() + document.textLength(),
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
