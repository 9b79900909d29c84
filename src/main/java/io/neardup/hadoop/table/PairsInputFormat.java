package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.LineReader;

/**
 * Reads each part file of pairs together with the columns file beside it. A record is the number of
 * the line and the line of the columns file, a tab and the line of the pair. A split is a whole
 * part file.
 */
public final class PairsInputFormat extends FileInputFormat<LongWritable, Text> {

  /** Returns a job's input path for the part files in a folder of pairs. */
  public static Path parts(Path pairs) {
    return new Path(PartFiles.asInput(pairs), PartFiles.PREFIX + "*");
  }

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return false;
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<LongWritable, Text> {
    private static final byte[] TAB = {'\t'};

    private final LongWritable number = new LongWritable(-1);
    private final Text record = new Text();
    private final Text pair = new Text();
    private Path file;
    private long length;
    private long read;
    private LineReader pairs;
    private LineReader columns;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      file = ((FileSplit) split).getPath();
      length = ((FileSplit) split).getLength();
      pairs = open(conf, file);
      columns = open(conf, PairsOutputFormat.columnsBeside(file));
    }

    private static LineReader open(Configuration conf, Path lines) throws IOException {
      return new LineReader(lines.getFileSystem(conf).open(lines), conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      int pairBytes = pairs.readLine(pair);
      int columnsBytes = columns.readLine(record);
      if ((pairBytes == 0) != (columnsBytes == 0)) {
        throw new IOException(
            file + " and its columns file differ in the number of lines after " + number.get());
      }
      if (pairBytes == 0) {
        return false;
      }
      read += pairBytes;
      number.set(number.get() + 1);
      record.append(TAB, 0, 1);
      record.append(pair.getBytes(), 0, pair.getLength());
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return number;
    }

    @Override
    public Text getCurrentValue() {
      return record;
    }

    @Override
    public float getProgress() {
      return length == 0 ? 1 : Math.min(1, (float) read / length);
    }

    @Override
    public void close() {
      IOUtils.closeStreams(pairs, columns);
    }
  }
}
