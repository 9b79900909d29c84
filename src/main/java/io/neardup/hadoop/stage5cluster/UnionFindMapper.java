package io.neardup.hadoop.stage5cluster;

import io.neardup.hadoop.io.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Line {@code i<TAB>j} → (i, j). */
public final class UnionFindMapper extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable> {

  private final Edge edge = new Edge();
  private final ColumnPairKey key = new ColumnPairKey();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    context.write(key.set(edge.smaller(), edge.larger()), NullWritable.get());
    context.getCounter(ClusterCounters.PAIRS).increment(1);
  }
}
