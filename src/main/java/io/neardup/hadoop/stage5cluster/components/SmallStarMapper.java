package io.neardup.hadoop.stage5cluster.components;

import java.io.IOException;

/** Edge {u, v} → (the larger, the smaller). */
public final class SmallStarMapper extends EdgeMapper {

  @Override
  void map(long smaller, long larger, Context context) throws IOException, InterruptedException {
    write(larger, smaller, context);
    context.getCounter(StarCounters.EDGES_READ).increment(1);
  }
}
