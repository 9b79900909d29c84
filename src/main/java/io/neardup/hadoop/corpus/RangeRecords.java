package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.GzipStream.TrailingBytesException;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;

/**
 * The records of a range, documents or set aside, with their counts. If the file becomes
 * unreadable, the rest of the range is one record, set aside.
 */
public final class RangeRecords implements Closeable {

  private static final int MAX_DETAIL = 500;

  private final RangeReaders readers;
  private final CorpusRange range;
  private final DocumentsHash hash;
  private RangeReader reader; // null before the first record, or if the file cannot be opened
  private SourceRecord record;
  private SourceRecord damage; // null until the range becomes unreadable
  private long skipped;

  /**
   * @param readers the readers of its batch
   */
  public RangeRecords(RangeReaders readers, CorpusRange range) {
    this.readers = readers;
    this.range = range;
    this.hash = new DocumentsHash(readers.idsArePlaces());
  }

  /**
   * Reads the next record; returns false at the end of the range. Throws what {@link
   * RangeReaders#open} does, but for damage, which is a record.
   */
  public boolean next() throws IOException {
    if (!read()) {
      return false;
    }
    if (record.isSkipped()) {
      skipped++;
    } else {
      hash.add(
          record.idBytes(),
          record.idLength(),
          record.textBytes(),
          record.textOffset(),
          record.textLength());
    }
    return true;
  }

  private boolean read() throws IOException {
    if (damage != null) {
      return false;
    }
    try {
      if (reader == null) {
        reader = readers.open(range);
      }
      boolean found = reader.next();
      record = reader.record();
      return found;
    } catch (IOException e) {
      damage = damage(e, position());
      record = damage;
      return true;
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "a bug in neardup, not a fault of the file: %s after the record at %s: %s",
              range.file(),
              position(),
              e),
          e);
    } catch (OutOfMemoryError e) {
      throw new IOException(
          range.file()
              + ": a record or block needs more memory than the task has, or the file is"
              + " damaged",
          e);
    }
  }

  private long position() {
    return reader == null ? 0 : reader.record().position();
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
    return hash.documents();
  }

  /** Returns how many records were set aside. */
  public long skipped() {
    return skipped;
  }

  /** Returns how many lines were read; 0 for files without lines. */
  public long lines() {
    return reader == null ? 0 : reader.lines();
  }

  /** Returns a {@link DocumentsHash} of the documents. */
  public String checksum() {
    return hash.toString();
  }

  /**
   * Checks, at the end of the range, that it has the records that were ingested;
   * CorpusChangedException if not.
   */
  public void requireIngested() throws CorpusChangedException {
    boolean same = checksum().equals(range.checksum());
    if (!same || documents() != range.documents() || skipped != range.skipped()) {
      throw new CorpusChangedException(
          "%s has changed since it was ingested: bytes %d to %d had %s and %d set aside, and now"
              + " have %s and %d; restore it, or ingest it again",
          range.file(),
          range.start(),
          range.end(),
          Quantity.of(range.documents(), "document"),
          range.skipped(),
          documents() == range.documents()
              ? "different ones"
              : Quantity.of(documents(), "document"),
          skipped);
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

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
