package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads every record of the ranges, good or set aside, and after each range a mark of its end; the
 * key is the range's position in the manifest.
 */
public final class IngestInputFormat extends SourceInput<SourceRecord> {

  @Override
  public RecordReader<LongWritable, SourceRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends SourceRecordReader<SourceRecord> {
    private final SourceRecord end = new SourceRecord();
    private SourceRecord record;

    @Override
    public boolean nextKeyValue() throws IOException {
      if (record == null || record.isEndOfRange()) {
        if (!openRange()) {
          return false;
        }
        key.set(ordinal());
      }
      if (nextRecord()) {
        record = record();
      } else {
        end.endRange();
        record = end;
      }
      record.setOrigin(manifestRange().name(), manifestRange().file(), lines());
      return true;
    }

    @Override
    public SourceRecord getCurrentValue() {
      return record;
    }
  }
}
