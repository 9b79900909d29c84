package io.neardup.hadoop.stage5cluster.components;

import java.io.IOException;

/** Edge {m, v} of a star around m, its smallest column → (v, m) and (m, m). */
public final class LabelMapper extends EdgeMapper {

  @Override
  void map(long smaller, long larger, Context context) throws IOException, InterruptedException {
    write(larger, smaller, context);
    write(smaller, smaller, context);
  }
}
