package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Lines of {@linkplain ColumnPair edges} → keys of two columns each. */
abstract class EdgeMapper extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable> {

  private final ColumnPair edge = new ColumnPair();
  private final ColumnPairKey key = new ColumnPairKey();

  @Override
  protected final void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    map(edge.smaller(), edge.larger(), context);
  }

  /** Takes the two columns of an edge. */
  abstract void map(long smaller, long larger, Context context)
      throws IOException, InterruptedException;

  /** Writes a key. */
  final void write(long first, long second, Context context)
      throws IOException, InterruptedException {
    context.write(key.set(first, second), NullWritable.get());
  }
}
