package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.compression.TrailingBytesException;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Goes through the ranges of a {@link CorpusSplit} in order, record by record ({@link
 * #nextOfSplit}) or range by range. What follows in a file that cannot be read on is one record,
 * set aside.
 *
 * @param <V> the value
 */
abstract class SourceRecordReader<V> extends RecordReader<LongWritable, V> {

  /** The key of a record that was set aside. */
  static final long NO_COLUMN = -1;

  private static final int MAX_DETAIL = 500;

  protected final LongWritable key = new LongWritable();

  private long ranges; // of the split
  private CorpusBatch batch;
  private RangeReaders readers;
  private CorpusManifest.Cursor manifest;
  private ColumnSet.Cursor dropped; // null if no document was dropped
  private long firstOrdinal;
  private long passed; // ranges of the split
  private CorpusRange manifestRange;
  private RangeReader range;
  private SourceRecord record;
  private SourceRecord damage; // set where the range becomes unreadable
  private boolean inRange;
  private long documents; // read from the range so far
  private long skipped;
  private final TextChecksum checksum = new TextChecksum();

  @Override
  public final void initialize(InputSplit inputSplit, TaskAttemptContext context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    CorpusSplit split = (CorpusSplit) inputSplit;
    batch = CorpusBatch.get(conf).get(split.batch());
    readers = batch.readers(conf, CorpusInput.fields(conf));
    manifest = new CorpusManifest.Cursor(conf, batch.manifestPath(), split.offset());
    firstOrdinal = split.start();
    ranges = split.end() - split.start();
    dropped = CorpusInput.dropped(conf);
  }

  /**
   * Reads the next record of the split, good or set aside, but no dropped document; returns false
   * at the end of the split. The key is the column of a document, or {@link #NO_COLUMN} for a
   * record set aside.
   *
   * @throws CorpusChangedException at the end of a range that does not hold what was ingested
   */
  protected final boolean nextOfSplit() throws IOException {
    while (nextWithDropped()) {
      if (dropped == null || record.isSkipped() || !dropped.contains(key.get())) {
        return true;
      }
    }
    return false;
  }

  private boolean nextWithDropped() throws IOException {
    while (!inRange || !nextRecord()) {
      if (inRange) {
        requireIngested();
      }
      inRange = openRange();
      if (!inRange) {
        return false;
      }
      documents = 0;
      skipped = 0;
      checksum.clear();
    }
    if (record.isSkipped()) {
      skipped++;
      key.set(NO_COLUMN);
    } else {
      key.set(batch.firstColumn() + manifestRange.firstColumn() + documents);
      documents++;
      checksum.add(record, batch.idsArePlaces());
    }
    return true;
  }

  /** Makes sure that the range that was read has the records that were ingested. */
  private void requireIngested() throws CorpusChangedException {
    if (documents != manifestRange.documents()
        || skipped != manifestRange.skipped()
        || !checksum.hex().equals(manifestRange.checksum())) {
      throw new CorpusChangedException(
          String.format(
              Locale.ROOT,
              "%s has changed since it was ingested: bytes %d to %d had %s and %d set aside, and have"
                  + " %s and %d; put it back as it was, or ingest it again",
              manifestRange.file(),
              manifestRange.start(),
              manifestRange.end(),
              Quantity.of(manifestRange.documents(), "document"),
              manifestRange.skipped(),
              documents == manifestRange.documents()
                  ? "other ones"
                  : Quantity.of(documents, "document"),
              skipped));
    }
  }

  /** Opens the next range; returns false if there is none. */
  protected final boolean openRange() throws IOException {
    closeRange();
    if (passed == ranges) {
      return false;
    }
    passed++;
    manifestRange = manifest.next();
    try {
      range = readers.open(manifestRange);
    } catch (IOException e) {
      damage = damage(e, 0);
    } catch (RuntimeException e) {
      throw bug(e, 0);
    } catch (OutOfMemoryError e) {
      throw tooLarge(e);
    }
    return true;
  }

  /** Reads the next record of the current range; returns false at its end. */
  protected final boolean nextRecord() throws IOException {
    if (damage == null) {
      try {
        boolean found = range.next();
        record = range.record();
        return found;
      } catch (IOException e) {
        damage = damage(e, range.record().position());
      } catch (RuntimeException e) {
        throw bug(e, range.record().position());
      } catch (OutOfMemoryError e) {
        throw tooLarge(e);
      }
    } else if (record == damage) {
      return false;
    }
    record = damage;
    return true;
  }

  /** Returns the record that stands for the unreadable rest, if the file is at fault. */
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
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    why = why.replaceAll("\\s+", " ");
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
        "a fault of neardup, not of the file: "
            + manifestRange.file()
            + " after the record at "
            + position
            + ": "
            + e,
        e);
  }

  private IOException tooLarge(OutOfMemoryError e) {
    return new IOException(
        manifestRange.file()
            + ": a record or block there needs more memory than the task has, or the file is"
            + " damaged",
        e);
  }

  /** Returns the record that was read. */
  protected final SourceRecord record() {
    return record;
  }

  /** Returns the reader of the current range; null if its file cannot be opened. */
  protected final RangeReader range() {
    return range;
  }

  /** Returns how many lines of the current range have been read. */
  protected final long lines() {
    return range == null ? 0 : range.lines();
  }

  private void closeRange() throws IOException {
    record = null;
    damage = null;
    if (range != null) {
      range.close();
      range = null;
    }
  }

  /** Returns the batch of the current range. */
  protected final CorpusBatch batch() {
    return batch;
  }

  /** Returns the manifest entry of the current range. */
  protected final CorpusRange manifestRange() {
    return manifestRange;
  }

  /** Returns the current range's position in the manifest. */
  protected final long ordinal() {
    return firstOrdinal + passed - 1;
  }

  @Override
  public final LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public final float getProgress() {
    return passed / (float) ranges;
  }

  @Override
  public final void close() throws IOException {
    closeRange();
    manifest.close();
    if (dropped != null) {
      dropped.close();
    }
  }
}
