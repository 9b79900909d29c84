package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Large-star: the neighbours of u, ascending → for each larger neighbour v the edge {m, v}, where m
 * is the smallest of u and its neighbours. Every edge is written once, by its smaller column.
 */
public final class LargeStarReducer
    extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(ColumnPairKey key, Iterable<NullWritable> neighbours, Context context)
      throws IOException, InterruptedException {
    long u = key.first();
    long m = Math.min(u, key.second()); // the first neighbour is the smallest
    long last = -1;
    long repeated = 0;
    long written = 0;
    for (NullWritable unused : neighbours) { // the key moves on with the values
      long v = key.second();
      if (v > u) {
        if (v == last) {
          repeated++;
        } else {
          line.clear().append(m).append('\t').append(v);
          context.write(NullWritable.get(), line.toText());
          written++;
        }
      }
      last = v;
    }
    context.getCounter(StarCounters.STAR_COLUMNS).increment(1);
    context.getCounter(StarCounters.EDGES_REPEATED).increment(repeated);
    context.getCounter(StarCounters.EDGES_WRITTEN).increment(written);
    context.getCounter(StarCounters.EDGES_CHANGED).increment(m == u ? 0 : written);
  }
}
