package io.neardup.hadoop.export;

import io.neardup.config.Quantity;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Lines of a table → one file per split, named by the place of the split. */
final class TableMapper extends Mapper<LongWritable, Text, NullWritable, NullWritable> {

  /**
   * Bytes of a split of a file that can be split: the same everywhere, so that the files of a table
   * do not depend on the machine.
   */
  static final long SPLIT_BYTES = 128L << 20;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    try (TableFile file = new TableFile(context, name((FileSplit) context.getInputSplit()))) {
      while (context.nextKeyValue()) {
        file.append(context.getCurrentValue());
      }
    }
  }

  /**
   * Returns {@code part-00007} for {@code part-r-00007}, or for the eighth split of another file.
   */
  private static String name(FileSplit split) {
    String input = split.getPath().getName();
    return input.startsWith("part-")
        ? "part-" + input.substring(input.lastIndexOf('-') + 1)
        : Quantity.format("part-%05d", split.getStart() / SPLIT_BYTES);
  }
}
