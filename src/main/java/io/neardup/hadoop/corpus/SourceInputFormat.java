package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads every record as it stands in its file, good or set aside, but no dropped document. One task
 * reads a whole file, or a part of a given length, so that a job can write its output to files of
 * the same names. The key is the column of a document, or -1 for a record set aside.
 */
public final class SourceInputFormat extends SourceInput<SourceInputFormat.SourceCursor> {

  @Override
  public SourceCursor createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new SourceCursor(context.getConfiguration());
  }

  /** A cursor at a record of a source. */
  public static final class SourceCursor extends SourceRecordReader<SourceCursor> {
    private final CopyNames names;

    private SourceCursor(Configuration conf) {
      names = new CopyNames(conf);
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

    /** Returns the path of the file that is read. */
    public Path fileRead() {
      return RangeReaders.path(batch().folder(), manifestRange());
    }

    /** Returns the name of the record's file: its path below the input. */
    public String name() {
      return manifestRange().name();
    }

    /** Returns the name of the file that the record's part of its file is copied to. */
    public String nameOfPart() {
      return names.of(manifestRange());
    }
  }
}
