package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Chooses the number of reduce tasks of a job. */
final class Reducers {

  private static final long BYTES_PER_REDUCER = 256L << 20;
  private static final int MAX_TASKS = 500;

  /** Up to this many a second task in this process costs more than it saves. */
  private static final long FEW_BYTES = 2L << 20;

  private Reducers() {}

  /**
   * Returns the number that the user set; otherwise one task per 256 MiB of input, in embedded mode
   * rounded up to a multiple of the tasks that run at once if there are more than 2 MiB. On a small
   * cluster a task gets up to 1 GiB ({@link ClusterTasks}).
   */
  static int choose(Configuration conf, long inputBytes) {
    if (!EmbeddedDefaults.isDefault(conf, MRJobConfig.NUM_REDUCES)) {
      return Math.max(1, conf.getInt(MRJobConfig.NUM_REDUCES, 1));
    }
    boolean local = LocalRunner.isUsed(conf);
    long bytes =
        local ? BYTES_PER_REDUCER : ClusterTasks.bytesPerTask(conf, inputBytes, BYTES_PER_REDUCER);
    int tasks = (int) Math.max(1, Math.min(MAX_TASKS, (inputBytes + bytes - 1) / bytes));
    int slots = local && inputBytes > FEW_BYTES ? LocalRunner.reduceTasks(conf) : 1;
    return (tasks + slots - 1) / slots * slots;
  }
}
