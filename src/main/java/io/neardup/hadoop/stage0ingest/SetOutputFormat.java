package io.neardup.hadoop.stage0ingest;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Writes sets to block-compressed SequenceFiles {@code documents-r-00000} …. If the id is empty,
 * writes the value as a line of {@code skipped-r-00000} … instead.
 */
public final class SetOutputFormat extends FileOutputFormat<Text, BytesWritable> {

  @Override
  public RecordWriter<Text, BytesWritable> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    Path folder = ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath();
    SequenceFile.Writer documents =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(new Path(folder, getUniqueFile(context, "documents", ""))),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(
                SequenceFile.CompressionType.BLOCK,
                ReflectionUtils.newInstance(DefaultCodec.class, conf)));
    Path skippedFile = new Path(folder, getUniqueFile(context, "skipped", ""));
    OutputStream skipped = skippedFile.getFileSystem(conf).create(skippedFile, false);
    return new RecordWriter<>() {
      @Override
      public void write(Text id, BytesWritable value) throws IOException {
        if (id.getLength() > 0) {
          documents.append(id, value);
        } else {
          skipped.write(value.getBytes(), 0, value.getLength());
          skipped.write('\n');
        }
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        documents.close();
        skipped.close();
      }
    };
  }
}
