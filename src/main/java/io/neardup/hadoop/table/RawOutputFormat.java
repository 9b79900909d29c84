package io.neardup.hadoop.table;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Writes only the bytes of the values: no header, no separators, no compression. */
public final class RawOutputFormat extends FileOutputFormat<NullWritable, BytesWritable> {

  @Override
  public RecordWriter<NullWritable, BytesWritable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    OutputStream out = NamedLinesOutputFormat.create(context, getOutputCommitter(context), PART);
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, BytesWritable value) throws IOException {
        out.write(value.getBytes(), 0, value.getLength());
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        out.close();
      }
    };
  }
}
