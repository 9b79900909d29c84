package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Ranks in the order of their columns → the lines that {@link Ranks} reads. */
public final class RankReducer extends Reducer<RankKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(RankKey key, Iterable<NullWritable> once, Context context)
      throws IOException, InterruptedException {
    Ranks.append(line.clear().append(key.column()).append('\t'), key.rank());
    context.write(NullWritable.get(), line.toText());
  }
}
