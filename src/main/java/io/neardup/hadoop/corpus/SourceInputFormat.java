package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
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
    extends SourceInput<LongWritable, SourceInputFormat.SourceCursor> {

  /** The key of a record that was set aside. */
  public static final long NO_COLUMN = SourceRecordReader.NO_COLUMN;

  private static final String PART_BYTES = "neardup-internal.part-bytes";

  /** Sets the length of the parts of files in bytes; 0 keeps files whole. */
  public static void setPartBytes(Configuration conf, long bytes) {
    conf.setLong(PART_BYTES, bytes);
  }

  static long partBytes(Configuration conf) {
    return conf.getLong(PART_BYTES, 0);
  }

  @Override
  boolean mayCut(Configuration conf, CorpusRange before, CorpusRange range) {
    long partBytes = partBytes(conf);
    return !before.file().equals(range.file())
        || PartNames.part(partBytes, before) != PartNames.part(partBytes, range);
  }

  @Override
  public RecordReader<LongWritable, SourceCursor> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new SourceCursor(context.getConfiguration());
  }

  /** A cursor at a record of a source. */
  public static final class SourceCursor extends SourceRecordReader<SourceCursor> {
    private final PartNames names;

    private SourceCursor(Configuration conf) {
      names = new PartNames(partBytes(conf));
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

    /** Returns the path of the file that is read. */
    public Path fileRead() {
      return RangeReaders.path(batch().folder(), manifestRange());
    }

    /** Returns the name of the record's file: its path below the input. */
    public String name() {
      return sourceName();
    }

    /** Returns the name of the file that the record's part of its file is copied to. */
    public String nameOfPart() {
      return names.of(name(), manifestRange());
    }
  }
}
