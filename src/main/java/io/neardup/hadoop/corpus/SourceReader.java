package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.GzipStream.TrailingBytesException;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads the sources of a batch, range by range, each with the reader of the batch's format:
 * records, documents or set aside, with their counts. If a file becomes unreadable, the rest of the
 * range is one record, set aside.
 */
public final class SourceReader implements Closeable {

  private static final int MAX_DETAIL = 500;

  private final Configuration conf;
  private final Path base;
  private final SourceFormat format;
  private final FormatSettings settings;

  // The current range
  private CorpusRange range;
  private DocumentsHash hash;
  private FileStatus status; // of its file
  private RangeReader reader; // null before the first record, or if the file cannot be opened
  private SourceRecord record;
  private SourceRecord damage; // null until the range becomes unreadable
  private long skipped;

  /**
   * Makes a reader of one batch, before its first range.
   *
   * @param base the folder at which relative paths start
   * @param settings with which it was ingested
   * @param fields besides id and text
   */
  public SourceReader(
      Configuration conf, Path base, SourceFormat format, Settings settings, List<String> fields) {
    this.conf = conf;
    this.base = base;
    this.format = format;
    this.settings = new FormatSettings(conf, settings, fields);
  }

  /** Makes a reader of a batch. */
  public static SourceReader of(Configuration conf, Corpus.Batch batch, List<String> fields) {
    Settings settings = Settings.read(batch.metadata().deciding().entrySet());
    return new SourceReader(conf, batch.folder(), batch.format(), settings, fields);
  }

  /** Returns whether ids say where in a file a record stands, so that they change with copying. */
  public boolean idsArePlaces() {
    return format == SourceFormat.LINES || (format.hasFields() && settings.numbersRecords());
  }

  /**
   * Returns a reader positioned before a range's first record; UnsupportedSourceException if the
   * file is missing or has another length, and what {@link FormatSettings#open} throws.
   */
  public RangeReader open(CorpusRange one) throws IOException {
    Path file = path(base, one);
    status = requireThere(settings.fileSystem(file), file, one);
    return format == SourceFormat.SETS
        ? new SetRangeReader(conf, file, one)
        : settings.open(format, status, one);
  }

  /** Begins a range, in place of the one before. */
  public void begin(CorpusRange next) throws IOException {
    close();
    range = next;
    hash = new DocumentsHash(idsArePlaces());
    record = null;
    damage = null;
    skipped = 0;
  }

  /**
   * Reads the next record; returns false at the end of the range. Throws what {@link #open} does,
   * but for damage, which is a record.
   */
  public boolean next() throws IOException {
    if (!read()) {
      return false;
    }
    if (record.isSkipped()) {
      skipped++;
    } else {
      hash.add(record);
    }
    return true;
  }

  private boolean read() throws IOException {
    if (damage != null) {
      return false;
    }
    try {
      if (reader == null) {
        reader = open(range);
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
          Quantity.format(
              "a bug in neardup, not a fault of the file: %s after the record at %s: %s",
              range.file(), position(), e),
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

  /** Returns the status of the file of the range, once a record was read. */
  public FileStatus status() {
    return status;
  }

  /** Returns the reader positioned at the record; null if the file cannot be opened. */
  public RangeReader reader() {
    return reader;
  }

  /** Returns how many documents were read. */
  public long documents() {
    return hash.documents();
  }

  /** Returns the range with what was read, and its lines in place of the first line. */
  public CorpusRange counted() {
    long lines = reader == null ? 0 : reader.lines();
    return range.counted(0, documents(), skipped, lines, hash.toString());
  }

  /**
   * Checks, at the end of the range, that it has the records that were ingested;
   * UnsupportedSourceException if not.
   */
  public void requireIngested() throws UnsupportedSourceException {
    boolean same = hash.toString().equals(range.checksum());
    if (!same || documents() != range.documents() || skipped != range.skipped()) {
      throw new UnsupportedSourceException(
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
    if (e instanceof UnsupportedSourceException) {
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
      reader = null;
    }
  }

  /**
   * Returns the path of a range's file. Parses it only once: there may be millions of small files.
   */
  public static Path path(Path base, CorpusRange range) {
    Path file = new Path(range.file());
    return file.toUri().getScheme() == null ? new Path(base, file) : file;
  }

  /**
   * Checks that the file of a range exists and has its length; UnsupportedSourceException if not.
   */
  static FileStatus requireThere(FileSystem fs, Path file, CorpusRange range) throws IOException {
    FileStatus found;
    try {
      found = fs.getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new UnsupportedSourceException("%s has been deleted since it was ingested", file);
    }
    if (found.getLen() != range.length()) {
      throw new UnsupportedSourceException(
          "%s has changed since it was ingested (then %s, now %s); restore it, or ingest it again",
          file, Quantity.of(range.length(), "byte"), Quantity.of(found.getLen(), "byte"));
    }
    return found;
  }
}
