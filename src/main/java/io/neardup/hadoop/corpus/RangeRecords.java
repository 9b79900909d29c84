package io.neardup.hadoop.corpus;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.TrailingBytesException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.Closeable;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The records of a range, documents or set aside, with their counts. If the file becomes
 * unreadable, the rest of the range is one record, set aside.
 */
public final class RangeRecords implements Closeable {

  private static final int MAX_DETAIL = 500;

  private final CorpusRange range;
  private final boolean idsArePlaces;
  private RangeReader reader; // null if the file cannot be opened
  private SourceRecord record;
  private SourceRecord damage; // null until the range becomes unreadable
  private long documents;
  private long skipped;
  private long checksum;

  /**
   * Opens a range.
   *
   * @param readers the readers of its batch
   * @param idsArePlaces see {@link CorpusBatch#idsArePlaces}
   * @throws CorpusChangedException if its file is missing or has another length
   * @throws UnsupportedSourceException if the file lacks a required field, or needs a codec or
   *     memory that is missing
   * @throws StorageException if the storage fails
   */
  public RangeRecords(RangeReaders readers, CorpusRange range, boolean idsArePlaces)
      throws IOException {
    this.range = range;
    this.idsArePlaces = idsArePlaces;
    try {
      reader = readers.open(range);
    } catch (IOException e) {
      damage = damage(e, 0);
    } catch (RuntimeException e) {
      throw bug(e, 0);
    } catch (OutOfMemoryError e) {
      throw tooLarge(e);
    }
  }

  /**
   * Reads the next record; returns false at the end of the range. Throws the exceptions of the
   * constructor.
   */
  public boolean next() throws IOException {
    if (!read()) {
      return false;
    }
    if (record.isSkipped()) {
      skipped++;
    } else {
      documents++;
      checksum = checksum(checksum, record, idsArePlaces);
    }
    return true;
  }

  private boolean read() throws IOException {
    if (damage == null) {
      try {
        boolean found = reader.next();
        record = reader.record();
        return found;
      } catch (IOException e) {
        damage = damage(e, reader.record().position());
      } catch (RuntimeException e) {
        throw bug(e, reader.record().position());
      } catch (OutOfMemoryError e) {
        throw tooLarge(e);
      }
    } else if (record == damage) {
      return false;
    }
    record = damage;
    return true;
  }

  /** Returns the record that was read, reused by the next call. */
  public SourceRecord record() {
    return record;
  }

  /** Returns the reader positioned at the record; null if the file cannot be opened. */
  public RangeReader reader() {
    return reader;
  }

  /** Returns how many documents were read. */
  public long documents() {
    return documents;
  }

  /** Returns how many records were set aside. */
  public long skipped() {
    return skipped;
  }

  /** Returns how many lines were read; 0 for files without lines. */
  public long lines() {
    return reader == null ? 0 : reader.lines();
  }

  /** Returns a hash of the documents, in order: 16 hexadecimal digits. */
  public String checksum() {
    return HexFormat.of().toHexDigits(checksum);
  }

  /**
   * Returns a hash extended by a document: by its id, unless ids are places, and its text.
   *
   * @param before the hash of the documents before it
   */
  public static long checksum(long before, SourceRecord document, boolean idIsPlace) {
    long ofId =
        idIsPlace
            ? before
            : before * 31
                + Hashing.xxh3_64().hashBytesToLong(document.idBytes(), 0, document.idLength());
    return ofId * 31
        + Hashing.xxh3_64()
            .hashBytesToLong(document.textBytes(), document.textOffset(), document.textLength());
  }

  /**
   * Checks that the range has the records that were ingested. The range must have been read to its
   * end.
   *
   * @throws CorpusChangedException if they differ
   */
  public void requireIngested() throws CorpusChangedException {
    boolean same = checksum().equals(range.checksum());
    if (!same || documents != range.documents() || skipped != range.skipped()) {
      throw new CorpusChangedException(
          String.format(
              Locale.ROOT,
              "%s has changed since it was ingested: bytes %d to %d had %s and %d set aside, and"
                  + " now have %s and %d; restore it, or ingest it again",
              range.file(),
              range.start(),
              range.end(),
              Quantity.of(range.documents(), "document"),
              range.skipped(),
              documents == range.documents()
                  ? "different ones"
                  : Quantity.of(documents, "document"),
              skipped));
    }
  }

  /** Returns the record for the unreadable rest; throws if the file is not at fault. */
  private static SourceRecord damage(IOException e, long position) throws IOException {
    if (e instanceof CorpusChangedException || e instanceof UnsupportedSourceException) {
      throw e;
    }
    StorageException storage = StorageException.causeOf(e);
    if (storage != null) {
      throw storage;
    }
    SourceRecord record = new SourceRecord();
    record.start(position);
    String why = (e.getMessage() == null ? e.toString() : e.getMessage()).replaceAll("\\s+", " ");
    if (e instanceof TrailingBytesException) {
      record.skip(SkipReason.TRAILING_BYTES, why);
    } else {
      record.skip(
          SkipReason.DAMAGED_FILE,
          "an unknown number of documents is lost from here on: "
              + why.substring(0, Math.min(MAX_DETAIL, why.length())));
    }
    return record;
  }

  /** Wraps an unexpected exception: readers report damage as IOException, all else is a bug. */
  private IllegalStateException bug(RuntimeException e, long position) {
    return new IllegalStateException(
        String.format(
            Locale.ROOT,
            "a bug in neardup, not a fault of the file: %s after the record at %d: %s",
            range.file(),
            position,
            e),
        e);
  }

  private IOException tooLarge(OutOfMemoryError e) {
    return new IOException(
        range.file()
            + ": a record or block needs more memory than the task has, or the file is"
            + " damaged",
        e);
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
