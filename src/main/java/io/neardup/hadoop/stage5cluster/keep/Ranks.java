package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.ColumnNumbers;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Where a job finds the ranks of the columns. Ranks are unsigned numbers of 64 bits. */
final class Ranks {

  private static final String RANKS = "neardup-internal.ranks";

  private Ranks() {}

  /** Opens the ranks of a job. */
  static ColumnNumbers open(Configuration conf) throws IOException {
    return new ColumnNumbers(conf, new Path(conf.get(RANKS)), "is in a pair but has no rank");
  }

  /** Tells a job where the lines {@code column<TAB>rank} are. */
  static void configure(Configuration conf, Path ranks) {
    conf.set(RANKS, ranks.toString());
  }
}
