package io.neardup.hadoop.io;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads every record of the ranges, good or set aside, and after each range a mark of its end; the
 * key is the range's position in the manifest.
 */
public final class IngestInputFormat extends CorpusInput<LongWritable, SourceRecord> {

  @Override
  public RecordReader<LongWritable, SourceRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<LongWritable, SourceRecord> {
    private final LongWritable ordinal = new LongWritable();
    private final SourceRecord end = new SourceRecord();
    private CorpusSplit split;
    private RangeReaders readers;
    private int index = -1;
    private RangeReader range;
    private SourceRecord record;

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) {
      split = (CorpusSplit) inputSplit;
      readers = CorpusInput.readers(context.getConfiguration());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (range == null) {
        index++;
        if (index == split.ranges().size()) {
          return false;
        }
        range = readers.open(split.ranges().get(index));
        ordinal.set(split.firstOrdinal() + index);
      }
      if (range.next()) {
        record = range.record();
      } else {
        end.endRange(range.lines());
        record = end;
        range.close();
        range = null;
      }
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return ordinal;
    }

    @Override
    public SourceRecord getCurrentValue() {
      return record;
    }

    @Override
    public float getProgress() {
      return split.ranges().isEmpty() ? 1 : Math.max(0, index) / (float) split.ranges().size();
    }

    @Override
    public void close() throws IOException {
      if (range != null) {
        range.close();
      }
    }
  }
}
