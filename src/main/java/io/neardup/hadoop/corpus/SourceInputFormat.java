package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads every record as it stands in its file, good or set aside. One task reads a whole file, or a
 * part of a given length, so that a job can write its output to files of the same names. The key is
 * the column of a document, or {@link #NO_COLUMN} for a record set aside.
 */
public final class SourceInputFormat
    extends CorpusInput<LongWritable, SourceInputFormat.SourceCursor> {

  /** The key of a record that was set aside. */
  public static final long NO_COLUMN = CorpusRecordReader.NO_COLUMN;

  private static final String PART_BYTES = "neardup-internal.part-bytes";

  /** Sets the length of the parts of files in bytes; 0 keeps files whole. */
  public static void setPartBytes(Configuration conf, long bytes) {
    conf.setLong(PART_BYTES, bytes);
  }

  private static long partBytes(Configuration conf) {
    return conf.getLong(PART_BYTES, 0);
  }

  private static long part(long partBytes, CorpusRange range) {
    return partBytes == 0 ? 0 : range.start() / partBytes;
  }

  @Override
  boolean mayCut(Configuration conf, CorpusRange before, CorpusRange range) {
    long partBytes = partBytes(conf);
    return !before.file().equals(range.file()) || part(partBytes, before) != part(partBytes, range);
  }

  @Override
  public RecordReader<LongWritable, SourceCursor> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new SourceCursor(context.getConfiguration());
  }

  /** A cursor at a record of a source. */
  public static final class SourceCursor extends CorpusRecordReader<SourceCursor> {
    private final Configuration conf;
    private final long partBytes;
    private RangeReaders copies; // null before the first is opened
    private String dividedName = ""; // whose part has been named last
    private long namedPart;
    private String partName = "";

    private SourceCursor(Configuration conf) {
      this.conf = conf;
      this.partBytes = partBytes(conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      return nextOfSplit();
    }

    @Override
    public SourceCursor getCurrentValue() {
      return this;
    }

    /** Returns the record, good or set aside. */
    public SourceRecord sourceRecord() {
      return record();
    }

    /** Returns the reader positioned at the record; null if its file cannot be opened. */
    public RangeReader reader() {
      return range();
    }

    /** Returns the full URI of the record's file. */
    public String file() {
      return sourceFile();
    }

    /** Returns the path of the file that is read, which may be one of packed records. */
    public Path fileRead() {
      return RangeReaders.path(batch().folder(), manifestRange());
    }

    /** Returns the name of the record's file: its path below the input. */
    public String name() {
      return range() == null ? manifestRange().name() : range().sourceName();
    }

    private long part() {
      return SourceInputFormat.part(partBytes, manifestRange());
    }

    private boolean isDivided() {
      return partBytes > 0
          && manifestRange().length() > partBytes
          && manifestRange().bytes() < manifestRange().length();
    }

    /** Returns the name of the file that the record's part of its file is copied to. */
    public String nameOfPart() {
      if (!isDivided()) {
        return name();
      }
      if (part() != namedPart || !name().equals(dividedName)) { // not for each record
        dividedName = name();
        namedPart = part();
        partName = SourceName.part(dividedName, namedPart);
      }
      return partName;
    }

    /**
     * Returns whether ids say where in a file a record stands, so that they change with copying.
     */
    public boolean idsArePlaces() {
      return batch().idsArePlaces();
    }

    /**
     * Opens a file that holds records of the cursor's source.
     *
     * @throws IOException if it is damaged
     */
    public RangeReader open(FileStatus copy) throws IOException {
      if (copies == null) {
        copies = batch().readersOfSources(conf);
      }
      return copies.openText(
          CorpusRange.uncounted(
              copy.getPath().toString(),
              name(),
              0,
              copy.getLen(),
              copy.getLen(),
              copy.getModificationTime()));
    }

    /** Returns the position of the record's range in the manifest of its batch. */
    public long rangeOrdinal() {
      return ordinal();
    }
  }
}
