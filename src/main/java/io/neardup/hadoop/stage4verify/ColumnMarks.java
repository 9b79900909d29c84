package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Records which columns are in plausible pairs: each task of the signature filter writes a file of
 * distinct marks (c, m), ascending. Each pair (i, j) gives the mark (i, i). Each j that has pairs
 * gives the mark (j, m), where m is the least i of its pairs.
 *
 * <pre>
 * offset  length  content
 * 0       5       column c
 * 5       5       m: c if c is the smaller column of a pair, else its least partner
 * </pre>
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, or while files are merged 64 KiB for each. Not safe
 * for use by several threads.
 */
final class ColumnMarks implements Closeable {

  private static final String NAME = "marks";
  private static final int LENGTH = ColumnPairKey.LENGTH;
  private static final int BYTES_IN_MEMORY = 16 << 20;
  private static final int BUFFER = 1 << 16;

  /** Takes marks in order. */
  interface Sink {
    /** Takes a column that is in plausible pairs. */
    void take(long column, long least, boolean smaller) throws IOException;
  }

  private final RecordSort sort;
  private byte[] last = {};

  ColumnMarks(Disk disk) {
    sort = new RecordSort(disk, BYTES_IN_MEMORY);
  }

  /** Adds the mark (column, mark). */
  void add(long column, long mark) throws IOException {
    byte[] record = new byte[LENGTH];
    BigEndian.put(record, 0, ColumnPairKey.COLUMN_BYTES, column);
    BigEndian.put(record, ColumnPairKey.COLUMN_BYTES, ColumnPairKey.COLUMN_BYTES, mark);
    if (!Arrays.equals(record, last)) {
      sort.add(record);
      last = record;
    }
  }

  /** Writes the file of a task, if it has an output folder. */
  void write(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    if (context.getOutputCommitter() instanceof PathOutputCommitter committer) {
      write(
          context.getConfiguration(),
          new Path(committer.getWorkPath(), FileOutputFormat.getUniqueFile(context, NAME, "")));
    }
  }

  /** Writes a file {@code marks-…} and clears the marks. */
  void write(Configuration conf, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    byte[] written = new byte[LENGTH];
    boolean[] any = {false};
    try (OutputStream out = new BufferedOutputStream(fs.create(file, false), BUFFER)) {
      sort.drainTo(
          (record, length) -> {
            if (!any[0] || !Arrays.equals(record, 0, LENGTH, written, 0, LENGTH)) {
              out.write(record, 0, LENGTH);
              System.arraycopy(record, 0, written, 0, LENGTH);
              any[0] = true;
            }
          });
    }
  }

  /** Sends each column marked in the files of a job's output to a sink, ascending. */
  static void read(Configuration conf, Path output, Sink sink) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    List<File> files = new ArrayList<>();
    try {
      PriorityQueue<File> queue = new PriorityQueue<>();
      for (FileStatus status : PartFiles.named(fs, output, NAME + "-")) {
        File file = new File(fs, status);
        files.add(file);
        if (file.next()) {
          queue.add(file);
        }
      }
      while (!queue.isEmpty()) {
        long column = queue.peek().column;
        long least = column;
        boolean smaller = false;
        while (!queue.isEmpty() && queue.peek().column == column) {
          File file = queue.poll();
          least = Math.min(least, file.mark);
          smaller |= file.mark == column;
          if (file.next()) {
            queue.add(file);
          }
        }
        sink.take(column, least, smaller);
      }
    } finally {
      for (File file : files) {
        file.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    sort.close();
  }

  /** A file at its next mark. */
  private static final class File implements Comparable<File>, Closeable {
    private final DataInputStream in;
    private final byte[] record = new byte[LENGTH];
    private long left;
    private long column;
    private long mark;

    private File(FileSystem fs, FileStatus status) throws IOException {
      in = new DataInputStream(new BufferedInputStream(fs.open(status.getPath()), BUFFER));
      left = status.getLen() / LENGTH;
    }

    private boolean next() throws IOException {
      if (left == 0) {
        return false;
      }
      left--;
      in.readFully(record);
      column = BigEndian.get(record, 0, ColumnPairKey.COLUMN_BYTES);
      mark = BigEndian.get(record, ColumnPairKey.COLUMN_BYTES, ColumnPairKey.COLUMN_BYTES);
      return true;
    }

    @Override
    public int compareTo(File other) {
      return Long.compare(column, other.column);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
