package io.neardup.hadoop.table;

import io.neardup.minhash.SignatureColumn;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Reads signature columns, records of {@link SignatureColumn}, from a stage 1 output. */
public final class SignatureInputFormat extends FileInputFormat<NullWritable, BytesWritable> {

  private static final String SLOTS = "neardup-internal.slots";

  /** Sets the number of slots of a signature for a job. */
  public static void setSlots(Configuration conf, int slots) {
    conf.setInt(SLOTS, slots);
  }

  /** Returns the number of slots of a job's signatures. */
  public static int slots(Configuration conf) {
    return conf.getInt(SLOTS, 0);
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return true;
  }

  @Override
  public RecordReader<NullWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<NullWritable, BytesWritable> {
    private static final int RECORDS_AT_ONCE = 128;

    private final BytesWritable record = new BytesWritable();
    private int recordLength;
    private FSDataInputStream in;
    private long start;
    private long end;
    private long position;
    private byte[] buffer;
    private int next;
    private int limit;

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) throws IOException {
      FileSplit split = (FileSplit) inputSplit;
      Configuration conf = context.getConfiguration();
      recordLength = SignatureColumn.length(slots(conf));
      buffer = new byte[recordLength * RECORDS_AT_ONCE];
      // A record belongs to the split that holds its first byte.
      start = firstRecordFrom(split.getStart());
      end = firstRecordFrom(split.getStart() + split.getLength());
      position = start;
      in = split.getPath().getFileSystem(conf).open(split.getPath());
      in.seek(start);
    }

    private long firstRecordFrom(long offset) {
      return (offset + recordLength - 1) / recordLength * recordLength;
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (next == limit) {
        next = 0;
        limit = (int) Math.min(buffer.length, end - position);
        if (limit == 0) {
          return false;
        }
        try {
          in.readFully(buffer, 0, limit);
        } catch (EOFException e) {
          throw new IOException("the file ends within a signature column", e);
        }
        position += limit;
      }
      record.set(buffer, next, recordLength);
      next += recordLength;
      return true;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public BytesWritable getCurrentValue() {
      return record;
    }

    @Override
    public float getProgress() {
      return end == start ? 1 : (position - start) / (float) (end - start);
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
