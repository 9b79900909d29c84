package io.neardup.hadoop.table;

import io.neardup.hadoop.job.StageJob;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Writes lines (values) into files named by their keys, {@code name-r-00000}; a name may include a
 * folder, {@code folder/name}. It creates no empty files, except those of the name that {@link
 * #writeTo} sets.
 */
public final class NamedLinesOutputFormat extends FileOutputFormat<Text, Text> {

  private static final String ALWAYS = "neardup-internal.always-written";

  /**
   * Makes a job write into a folder that does not exist; every task writes a file, even an empty
   * one, for one name.
   */
  public static StageJob<?, ?> writeTo(StageJob<?, ?> job, Text always, Path output) {
    return job.set(conf -> setAlwaysWritten(conf, always.toString()))
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output);
  }

  /** Sets the name for which every task writes a file, even an empty one. */
  static void setAlwaysWritten(Configuration conf, String name) {
    conf.set(ALWAYS, name);
  }

  @Override
  public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context) throws IOException {
    OutputCommitter committer = getOutputCommitter(context);
    Map<Text, OutputStream> files = new LinkedHashMap<>();
    String always = context.getConfiguration().get(ALWAYS);
    if (always != null) {
      files.put(new Text(always), create(context, committer, always));
    }
    return new RecordWriter<>() {
      @Override
      public void write(Text name, Text line) throws IOException {
        OutputStream out = files.get(name);
        if (out == null) {
          out = create(context, committer, name.toString());
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

  /** Creates the file of a name and a task, {@code name-r-00000}. */
  static OutputStream create(TaskAttemptContext context, OutputCommitter committer, String name)
      throws IOException {
    Path folder = ((PathOutputCommitter) committer).getWorkPath();
    Path file = new Path(folder, getUniqueFile(context, name, ""));
    return new BufferedOutputStream(
        file.getFileSystem(context.getConfiguration()).create(file, false));
  }
}
