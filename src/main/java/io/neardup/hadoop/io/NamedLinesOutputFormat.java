package io.neardup.hadoop.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** Writes lines (values) into files named by their keys, {@code name-r-00000}; none stays empty. */
public final class NamedLinesOutputFormat extends FileOutputFormat<Text, Text> {

  @Override
  public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context) throws IOException {
    Path folder = ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath();
    Map<Text, OutputStream> files = new LinkedHashMap<>();
    return new RecordWriter<>() {
      @Override
      public void write(Text name, Text line) throws IOException {
        OutputStream out = files.get(name);
        if (out == null) {
          Path file = new Path(folder, getUniqueFile(context, name.toString(), ""));
          out =
              new BufferedOutputStream(
                  file.getFileSystem(context.getConfiguration()).create(file, false));
          files.put(new Text(name), out);
        }
        out.write(line.getBytes(), 0, line.getLength());
        out.write('\n');
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        for (OutputStream out : files.values()) {
          out.close();
        }
      }
    };
  }
}
