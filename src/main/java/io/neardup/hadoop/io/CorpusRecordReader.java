package io.neardup.hadoop.io;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Goes through the ranges of a {@link CorpusSplit} in order.
 *
 * @param <V> the value
 */
abstract class CorpusRecordReader<V> extends RecordReader<LongWritable, V> {

  protected final LongWritable key = new LongWritable();

  private CorpusSplit split;
  private RangeReaders readers;
  private int index = -1;
  private RangeReader range;

  @Override
  public final void initialize(InputSplit inputSplit, TaskAttemptContext context) {
    split = (CorpusSplit) inputSplit;
    readers = CorpusInput.readers(context.getConfiguration());
  }

  /** Returns the reader of the current range, null before the first and after each. */
  protected final RangeReader range() {
    return range;
  }

  /** Opens the next range; false if there is none. */
  protected final boolean openRange() throws IOException {
    if (index + 1 >= split.ranges().size()) {
      return false;
    }
    index++;
    range = readers.open(split.ranges().get(index));
    return true;
  }

  /** Reads the next record of the current range; false at its end. */
  protected final boolean nextRecord() throws IOException {
    try {
      return range.next();
    } catch (IOException e) { // such as the end of a file within its last gzip block
      throw new IOException("cannot read " + manifestRange().file() + ": " + e.getMessage(), e);
    }
  }

  protected final void closeRange() throws IOException {
    range.close();
    range = null;
  }

  /** Returns what the manifest says of the current range. */
  protected final CorpusRange manifestRange() {
    return split.ranges().get(index);
  }

  /** Returns the current range's position in the manifest. */
  protected final long ordinal() {
    return split.firstOrdinal() + index;
  }

  @Override
  public final LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public final float getProgress() {
    return split.ranges().isEmpty() ? 1 : Math.max(0, index) / (float) split.ranges().size();
  }

  @Override
  public final void close() throws IOException {
    if (range != null) {
      closeRange();
    }
  }
}
