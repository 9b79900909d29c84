package io.neardup.hadoop.stage5cluster.components;

import io.neardup.config.Keys;
import io.neardup.graph.UnionFind;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * All pairs, in one task → lines {@code column<TAB>smallest column of its component}, by column. If
 * the columns do not fit in memory, writes nothing and counts {@link
 * ClusterCounters#UNION_FINDS_GIVEN_UP}.
 *
 * <p>Memory: {@code neardup.cluster.max-memory-columns} columns of a {@link UnionFind}.
 */
public final class UnionFindReducer
    extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();
  private UnionFind components;
  private boolean fits = true;

  @Override
  protected void setup(Context context) {
    components =
        new UnionFind(
            HadoopSettings.of(context.getConfiguration()).getInt(Keys.MAX_MEMORY_COLUMNS));
  }

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<NullWritable> repetitions, Context context) {
    fits = fits && components.union(pair.first(), pair.second());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    if (!fits) {
      context.getCounter(ClusterCounters.UNION_FINDS_GIVEN_UP).increment(1);
      return;
    }
    long roots = 0;
    for (long column : components.columns()) {
      long root = components.find(column);
      roots += root == column ? 1 : 0;
      line.clear().append(column).append('\t').append(root);
      context.write(NullWritable.get(), line.toText());
      context.progress();
    }
    context.getCounter(ClusterCounters.COLUMNS).increment(components.size());
    context.getCounter(ClusterCounters.COMPONENTS).increment(roots);
  }
}
