package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Small-star: the smaller neighbours of u, ascending → the edges between m, the first of them, and
 * u and each of the others.
 */
public final class SmallStarReducer
    extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(ColumnPairKey key, Iterable<NullWritable> neighbours, Context context)
      throws IOException, InterruptedException {
    long u = key.first();
    long m = key.second();
    long last = -1;
    long repeated = 0;
    long written = 0;
    for (NullWritable unused : neighbours) { // the key moves on with the values
      long v = key.second();
      if (v == last) {
        repeated++;
      } else {
        line.clear().append(m).append('\t').append(v == m ? u : v);
        context.write(NullWritable.get(), line.toText());
        written++;
      }
      last = v;
    }
    context.getCounter(StarCounters.EDGES_REPEATED).increment(repeated);
    context.getCounter(StarCounters.EDGES_WRITTEN).increment(written);
    context.getCounter(StarCounters.EDGES_CHANGED).increment(written - 1);
  }
}
