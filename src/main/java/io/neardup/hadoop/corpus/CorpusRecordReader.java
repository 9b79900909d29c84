package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Goes through the ranges of a {@link CorpusSplit} in order, record by record ({@link
 * #nextOfSplit}) or range by range. What follows in a file that cannot be read on is one record,
 * set aside. If the job is limited to certain columns, it reads of ranges with {@link Addresses}
 * only the documents of these columns.
 *
 * @param <V> the value
 */
abstract class CorpusRecordReader<V> extends RecordReader<LongWritable, V> {

  /** The key of a record that was set aside. */
  static final long NO_COLUMN = -1;

  protected final LongWritable key = new LongWritable();

  private Configuration conf;
  private List<CorpusBatch> batches;
  private List<CorpusSplit.Section> sections;
  private long ranges; // of the split
  private int nextSection;
  private CorpusSplit.Section section;
  private CorpusBatch batch;
  private RangeReaders readers;
  private CorpusManifest.Cursor manifest;
  private Addresses.Cursor addresses;
  private ColumnLines only; // null if all ranges are read
  private ColumnSet.Cursor dropped; // null if no document was dropped
  private long index; // in the section, of the range that comes next
  private long passed; // ranges of the split
  private CorpusRange manifestRange;
  private RangeReader range;
  private SourceRecord record;
  private SourceRecord damage; // set where the range becomes unreadable
  private boolean inRange;
  private boolean byAddress; // only the documents that are wanted are read of the range
  private long documents; // read from the range so far
  private long skipped;

  @Override
  public final void initialize(InputSplit inputSplit, TaskAttemptContext context)
      throws IOException {
    conf = context.getConfiguration();
    batches = CorpusBatch.get(conf);
    CorpusSplit split = (CorpusSplit) inputSplit;
    sections = split.sections();
    ranges = split.ranges();
    only = CorpusInput.only(conf);
    dropped = CorpusInput.dropped(conf);
  }

  /** Opens the next section of the split; returns false if there is none. */
  private boolean openSection() throws IOException {
    closeSection();
    if (nextSection == sections.size()) {
      return false;
    }
    section = sections.get(nextSection);
    nextSection++;
    batch = batches.get(section.batch());
    readers = batch.readers(conf);
    manifest = new CorpusManifest.Cursor(conf, batch.manifestPath(), section.offset());
    addresses = new Addresses.Cursor(conf, batch.folder());
    index = 0;
    return true;
  }

  /**
   * Reads the next record of the split, good or set aside, but no dropped document; returns false
   * at the end of the split. The key is the column of a document, or {@link #NO_COLUMN} for a
   * record set aside.
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
    while (!inRange || !(byAddress ? nextWanted() : nextRecord())) {
      if (inRange && !byAddress) {
        endRange(documents, skipped);
      }
      inRange = openRange();
      if (!inRange) {
        return false;
      }
      documents = 0;
      skipped = 0;
    }
    if (record.isSkipped()) {
      skipped++;
      key.set(NO_COLUMN);
    } else {
      key.set(batch.firstColumn() + manifestRange.firstColumn() + documents);
      documents++;
    }
    return true;
  }

  /** Reads the next document of the range that is wanted; returns false if there is none. */
  private boolean nextWanted() throws IOException {
    long first = batch.firstColumn() + manifestRange.firstColumn();
    if (!only.hasAny(first + documents, first + manifestRange.documents())) {
      return false;
    }
    documents = only.column() - first;
    range.moveTo(addresses.of(documents), manifestRange.firstLine() + documents + 1);
    if (!nextRecord() || record.isSkipped()) {
      throw new CorpusChangedException(
          manifestRange.file()
              + ", byte "
              + range.record().position()
              + ": there is no document any more; ingest the file again");
    }
    return true;
  }

  /**
   * Ends a range that was read from its beginning; gives the numbers of documents and of records
   * set aside that were found in it.
   */
  void endRange(long documentsFound, long skippedFound) throws CorpusChangedException {}

  /** Opens the next range; returns false if there is none. */
  protected final boolean openRange() throws IOException {
    closeRange();
    do {
      while (section == null || index == section.ranges()) {
        if (!openSection()) {
          return false;
        }
      }
      index++;
      passed++;
      manifestRange = manifest.next();
    } while (!CorpusInput.isWanted(only, batch, manifestRange));
    try {
      range = textsSuffice() ? readers.openText(manifestRange) : readers.open(manifestRange);
    } catch (IOException e) {
      damage = damage(e, 0);
    } catch (RuntimeException e) {
      throw bug(e, 0);
    } catch (OutOfMemoryError e) {
      throw tooLarge(e);
    }
    // A file that cannot be opened is read from its beginning, as one that is damaged there.
    byAddress = range != null && only != null && manifestRange.addressBytes() > 0;
    if (byAddress) {
      addresses.open(manifestRange);
    }
    return true;
  }

  /**
   * Returns whether the reader of the current range may skip everything but the id, the text and
   * the requested fields. Errors in the skipped parts are not detected.
   */
  boolean textsSuffice() {
    return false;
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
    if (e instanceof CorpusChangedException
        || e instanceof MissingFieldException
        || e instanceof UnsupportedSourceException) {
      throw e;
    }
    StorageException storage = StorageException.causeOf(e);
    if (storage != null) {
      throw storage;
    }
    return Damage.record(e, position);
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

  /** Returns the full URI of the file that the record came from. */
  protected final String sourceFile() {
    return record == damage ? manifestRange.file() : range.sourceFile();
  }

  /** Returns the reader of the current range; null if its file cannot be opened. */
  protected final RangeReader range() {
    return range;
  }

  /** Returns how many lines of the current range have been read. */
  protected final long lines() {
    return range == null ? 0 : range.lines();
  }

  private void closeSection() throws IOException {
    if (section != null) {
      section = null;
      manifest.close();
      addresses.close();
    }
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
    return section.firstOrdinal() + index - 1;
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
    closeSection();
    if (only != null) {
      only.close();
    }
    if (dropped != null) {
      dropped.close();
    }
  }
}
