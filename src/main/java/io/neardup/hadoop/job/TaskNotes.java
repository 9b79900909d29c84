package io.neardup.hadoop.job;

import io.neardup.hadoop.output.PartFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Short texts that tasks leave for the client in hidden files, committed with the job's output.
 * They hold what counters cannot, such as maxima.
 */
public final class TaskNotes {

  private TaskNotes() {}

  /** Writes a note; ignored if the task's output is not a file, as in a unit test. */
  public static void write(TaskInputOutputContext<?, ?, ?, ?> context, String name, String text)
      throws IOException {
    if (context.getOutputCommitter() instanceof PathOutputCommitter committer) {
      Path file =
          new Path(
              committer.getWorkPath(), FileOutputFormat.getUniqueFile(context, "_" + name, ""));
      write(context.getConfiguration(), file, text);
    }
  }

  /** Writes a short text to a file that does not exist. */
  public static void write(Configuration conf, Path file, String text) throws IOException {
    try (OutputStream out = file.getFileSystem(conf).create(file, false)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns the lines of all notes of a name in a job's output, in the order of the tasks. */
  public static List<String> read(Configuration conf, Path output, String name) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    FileStatus[] files = PartFiles.named(fs, output, "_" + name + "-");
    List<String> lines = new ArrayList<>();
    for (FileStatus file : files) {
      try (InputStream in = fs.open(file.getPath())) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
      }
    }
    return lines;
  }

  /** Leaves counts of a task as a note. */
  public static void writeCounts(
      TaskInputOutputContext<?, ?, ?, ?> context, String name, long[] counts) throws IOException {
    write(context, name, Arrays.toString(counts) + "\n");
  }

  /** Returns the sums of the counts that the tasks of a job left. */
  public static long[] readCounts(Configuration conf, Path output, String name, int length)
      throws IOException {
    long[] sums = new long[length];
    for (String line : read(conf, output, name)) {
      String[] counts = line.substring(1, line.length() - 1).split(", ", -1);
      if (counts.length != length) {
        throw new IOException("not " + length + " counts of " + name + ": " + line);
      }
      Arrays.setAll(sums, at -> sums[at] + Long.parseLong(counts[at]));
    }
    return sums;
  }
}
