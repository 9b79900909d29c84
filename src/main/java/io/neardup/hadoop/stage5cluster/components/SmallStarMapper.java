package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Edge {u, v} → (the larger, the smaller). */
public final class SmallStarMapper extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable> {

  private final Edge edge = new Edge();
  private final ColumnPairKey key = new ColumnPairKey();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    context.write(key.set(edge.larger(), edge.smaller()), NullWritable.get());
    context.getCounter(StarCounters.EDGES_READ).increment(1);
  }
}
