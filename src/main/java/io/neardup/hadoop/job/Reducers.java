package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** How many reduce tasks a job gets. */
final class Reducers {

  private static final long BYTES_PER_REDUCER = 256L << 20;
  private static final int MAX_TASKS = 500;

  private Reducers() {}

  /**
   * Returns what the user set; else one for each 256 MiB of input, and if they run in this process,
   * as many more as fill its slots to the end.
   */
  static int choose(Configuration conf, long inputBytes) {
    if (!EmbeddedDefaults.isDefault(conf, MRJobConfig.NUM_REDUCES)) {
      return Math.max(1, conf.getInt(MRJobConfig.NUM_REDUCES, 1));
    }
    int tasks =
        (int)
            Math.max(
                1, Math.min(MAX_TASKS, (inputBytes + BYTES_PER_REDUCER - 1) / BYTES_PER_REDUCER));
    int slots = LocalRunner.isUsed(conf) ? LocalRunner.reduceTasks(conf) : 1;
    return (tasks + slots - 1) / slots * slots;
  }
}
