package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * What one map task reads: consecutive columns of a corpus, or consecutive ranges of the manifest
 * of one batch.
 */
public final class CorpusSplit extends InputSplit implements Writable {

  /** Of ranges: the position of their batch among those that the job reads, from 0. */
  int batch;

  /** Of ranges: the byte offset in the manifest of the line of the first one. */
  long offset;

  /** The first column, or the position of the first range in the manifest, from 0. */
  long start;

  /** The column or position after the last. */
  long end;

  /** The bytes of texts, or of ranges. */
  long bytes;

  private String[] hosts = new String[0];

  /** For deserialization. */
  public CorpusSplit() {}

  /** Makes an empty split. */
  CorpusSplit(long start, String[] hosts) {
    this.start = start;
    this.end = start;
    this.hosts = hosts;
  }

  @Override
  public long getLength() {
    return bytes;
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(batch);
    out.writeLong(offset);
    out.writeLong(start);
    out.writeLong(end);
    out.writeLong(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    batch = in.readInt();
    offset = in.readLong();
    start = in.readLong();
    end = in.readLong();
    bytes = in.readLong();
    hosts = new String[0]; // only the scheduler needs them
  }

  /**
   * Reads what a split has, one position after another, which is the key.
   *
   * @param <V> what is at a position
   */
  abstract static class Reader<V> extends RecordReader<LongWritable, V> {
    final LongWritable key = new LongWritable();
    CorpusSplit split;
    long next; // position

    @Override
    public void initialize(InputSplit toRead, TaskAttemptContext context) throws IOException {
      split = (CorpusSplit) toRead;
      next = split.start;
      open(context.getConfiguration());
    }

    abstract void open(Configuration conf) throws IOException;

    @Override
    public LongWritable getCurrentKey() {
      return key;
    }

    @Override
    public float getProgress() {
      return (next - split.start) / (float) (split.end - split.start);
    }
  }
}
