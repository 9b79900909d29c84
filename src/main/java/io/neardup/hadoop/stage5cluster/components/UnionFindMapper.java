package io.neardup.hadoop.stage5cluster.components;

import io.neardup.graph.UnionFind;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Lines {@code i<TAB>j} → pairs (r, i) of fewer, with the same components: of the columns held at
 * once, each but the smallest of its component with that smallest one. However many pairs a cluster
 * has, about one a document goes to the reducer.
 *
 * <p>Memory: {@link #IN_MEMORY} columns of a {@link UnionFind}.
 */
public final class UnionFindMapper extends Mapper<LongWritable, Text, ColumnPairKey, NullWritable> {

  /** How many columns a task holds at once. */
  static final int IN_MEMORY = 1 << 17;

  private final Edge edge = new Edge();
  private final ColumnPairKey key = new ColumnPairKey();
  private final UnionFind components;
  private long pairs;

  /** Makes a mapper, as tasks do. */
  public UnionFindMapper() {
    this(IN_MEMORY);
  }

  /**
   * @param inMemory the most columns that are held, at least 2
   */
  UnionFindMapper(int inMemory) {
    components = new UnionFind(inMemory);
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    pairs++;
    if (!components.union(edge.smaller(), edge.larger())) {
      drain(context);
      components.union(edge.smaller(), edge.larger());
    }
  }

  private void drain(Context context) throws IOException, InterruptedException {
    for (long column : components.columns()) {
      long smallest = components.find(column);
      if (smallest != column) {
        context.write(key.set(smallest, column), NullWritable.get());
      }
    }
    components.clear();
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    drain(context);
    context.getCounter(ClusterCounters.PAIRS).increment(pairs);
  }
}
