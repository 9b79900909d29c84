package io.neardup.hadoop.stage5cluster.components;

import java.io.IOException;

/** Edge {u, v} → (u, v) and (v, u). */
public final class LargeStarMapper extends EdgeMapper {

  @Override
  void map(long smaller, long larger, Context context) throws IOException, InterruptedException {
    write(smaller, larger, context);
    write(larger, smaller, context);
    context.getCounter(StarCounters.EDGES_READ).increment(1);
  }
}
