package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Edge {m, v} of a star around m, its smallest column → (v, m) and (m, m). */
public final class LabelMapper extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable> {

  private final Edge edge = new Edge();
  private final ColumnPairKey key = new ColumnPairKey();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    context.write(key.set(edge.larger(), edge.smaller()), NullWritable.get());
    context.write(key.set(edge.smaller(), edge.smaller()), NullWritable.get());
  }
}
