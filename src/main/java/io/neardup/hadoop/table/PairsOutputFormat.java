package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes the lines of pairs into part files, and two files beside each part file, because the next
 * stage works on columns (keys), but part files name documents by id. A value is what the columns
 * file says besides the columns, a tab, and the line of the pair.
 *
 * <ul>
 *   <li>{@code columns-r-00000}: the same pairs, line by line, as {@code
 *       i<TAB>j<TAB>similarity<TAB>intersection<TAB>size of i<TAB>size of j}, the last three empty
 *       unless verification is exact
 *   <li>{@code forest-r-00000}: lines {@code r<TAB>i}, the edges of a graph with the same
 *       components as the pairs of the part file, about one per column ({@link ForestWriter})
 * </ul>
 *
 * <p>Memory: that of a {@link ForestWriter}.
 */
public final class PairsOutputFormat extends FileOutputFormat<GroupedKey, Text> {

  /** The prefix of the names of the columns files. */
  static final String COLUMNS = "columns";

  private static final String FOREST = "forest";

  /** Returns a job's input path for the columns files in a folder of pairs. */
  public static Path columns(Path pairs) {
    return new Path(PartFiles.asInput(pairs), COLUMNS + "-*");
  }

  /** Returns the path of a columns file that a client writes. */
  public static Path columnsFile(Path pairs) {
    return new Path(pairs, COLUMNS + "-r-00000");
  }

  /** Returns the path of a forest file that a client writes. */
  public static Path forestFile(Path pairs) {
    return new Path(pairs, FOREST + "-r-00000");
  }

  /** Returns the columns file beside a part file of pairs. */
  public static Path columnsBeside(Path part) {
    return new Path(
        part.getParent(), COLUMNS + "-" + part.getName().substring(PartFiles.PREFIX.length()));
  }

  /** Returns a job's input path for the forest files in a folder of pairs. */
  public static Path forests(Path pairs) {
    return new Path(PartFiles.asInput(pairs), FOREST + "-*");
  }

  @Override
  public RecordWriter<GroupedKey, Text> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    OutputCommitter committer = getOutputCommitter(context);
    OutputStream lines = NamedLinesOutputFormat.create(context, committer, PART);
    OutputStream columns = NamedLinesOutputFormat.create(context, committer, COLUMNS);
    OutputStream edges = NamedLinesOutputFormat.create(context, committer, FOREST);
    ForestWriter forest = new ForestWriter(edges, ForestWriter.IN_MEMORY);
    return new RecordWriter<>() {
      private final ColumnPair numbers = new ColumnPair();
      private final LineBuilder beside = new LineBuilder();
      private final Text line = new Text();
      private final LineChecksum ofLines = new LineChecksum();
      private final LineChecksum ofColumns = new LineChecksum();

      @Override
      public void write(GroupedKey pair, Text value) throws IOException {
        int start = numbers.parseNumbers(value);
        line.set(value.getBytes(), start, value.getLength() - start);
        write(line, lines, ofLines);
        beside.clear().append(pair.leadingColumn()).append('\t').append(pair.column()).append('\t');
        write(beside.append(value.getBytes(), 0, start - 1).toText(), columns, ofColumns);
        forest.add(pair.leadingColumn(), pair.column());
      }

      private void write(Text its, OutputStream out, LineChecksum sum) throws IOException {
        out.write(its.getBytes(), 0, its.getLength());
        out.write('\n');
        sum.add(its);
      }

      @Override
      public void close(TaskAttemptContext closing) throws IOException {
        try (columns;
            forest) {
          lines.close();
        }
        context.getCounter(PairsCounters.FOREST_EDGES).increment(forest.edges());
        context.getCounter(PairsCounters.PAIRS_CHECKSUM).increment(ofLines.sum());
        context.getCounter(PairsCounters.COLUMNS_CHECKSUM).increment(ofColumns.sum());
      }
    };
  }
}
