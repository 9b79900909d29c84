package io.neardup.hadoop.table;

import io.neardup.hadoop.job.PartFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * Writes the lines of pairs (values) into part files, and line by line beside them their columns
 * (keys) and their similarity, {@code i<TAB>j<TAB>similarity}, into files {@code columns-r-00000}:
 * what is made of pairs next goes by column, and the part files name documents by id.
 */
public final class PairsOutputFormat extends FileOutputFormat<ColumnPairKey, Text> {

  private static final String COLUMNS = "columns";

  /** Returns the files that hold the columns of the pairs in a folder, as an input of a job. */
  public static Path columns(Path pairs) {
    return new Path(PartFiles.asInput(pairs), COLUMNS + "-*");
  }

  @Override
  public RecordWriter<ColumnPairKey, Text> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    OutputStream lines = create(context, getDefaultWorkFile(context, ""));
    Path folder = ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath();
    OutputStream columns = create(context, new Path(folder, getUniqueFile(context, COLUMNS, "")));
    return new RecordWriter<>() {
      private final LineBuilder beside = new LineBuilder();

      @Override
      public void write(ColumnPairKey pair, Text line) throws IOException {
        lines.write(line.getBytes(), 0, line.getLength());
        lines.write('\n');
        beside.clear().append(pair.first()).append('\t').append(pair.second()).append('\t');
        int similarity = PairLine.similarity(line);
        int end = PairLine.fieldEnd(line, similarity);
        beside.append(line.getBytes(), similarity, end - similarity).append('\n');
        Text text = beside.toText();
        columns.write(text.getBytes(), 0, text.getLength());
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        try (columns) {
          lines.close();
        }
      }
    };
  }

  private static OutputStream create(TaskAttemptContext context, Path file) throws IOException {
    return new BufferedOutputStream(
        file.getFileSystem(context.getConfiguration()).create(file, false));
  }
}
