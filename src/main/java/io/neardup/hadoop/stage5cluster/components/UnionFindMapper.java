package io.neardup.hadoop.stage5cluster.components;

import io.neardup.graph.UnionFind;
import java.io.IOException;

/**
 * Lines {@code i<TAB>j} → fewer pairs (r, i) with the same components. The task collects columns
 * until its memory is full, then writes each column i with the smallest column r of its component
 * so far. So about one pair per document goes to the reducer, however many pairs a cluster has.
 *
 * <p>Memory: {@link #IN_MEMORY} columns of a {@link UnionFind}.
 */
public final class UnionFindMapper extends EdgeMapper {

  /** How many columns a task holds at once. */
  static final int IN_MEMORY = 1 << 17;

  private final UnionFind components;
  private long pairs;

  /** Makes a mapper, as tasks do. */
  public UnionFindMapper() {
    this(IN_MEMORY);
  }

  /**
   * @param inMemory largest number of columns held at once, at least 2
   */
  UnionFindMapper(int inMemory) {
    components = new UnionFind(inMemory);
  }

  @Override
  void map(long smaller, long larger, Context context) throws IOException, InterruptedException {
    pairs++;
    if (!components.union(smaller, larger)) {
      drain(context);
      components.union(smaller, larger);
    }
  }

  private void drain(Context context) throws IOException, InterruptedException {
    for (long column : components.columns()) {
      long smallest = components.find(column);
      if (smallest != column) {
        write(smallest, column, context);
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
