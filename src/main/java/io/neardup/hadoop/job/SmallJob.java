package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Reduces the overhead of jobs with little input. Embedded, they get smaller sort buffers. On a
 * cluster, their tasks run inside the application master (Hadoop's <i>uber</i> mode), since
 * starting a container takes longer than the work. Uber mode requires that the application master
 * has the memory of a task, and that there are at most nine map tasks and one reduce task.
 */
public final class SmallJob {

  /** Maximum bytes of input that one process reads, task after task, in a few seconds. */
  static final long MAX_BYTES = 32L << 20;

  /** Bytes that map tasks send for a byte that they read, usually at most. */
  private static final int USUAL_OUTPUT = 2;

  /** Set where uber mode is our choice. */
  private static final String OURS = "neardup-internal.small-job";

  private SmallJob() {}

  /**
   * Returns the same job with containers for its tasks, if uber mode was our choice: a task that
   * fails in an application master is not tried again, and may end it without a reason.
   *
   * @param job one that has not been submitted
   */
  static Optional<Job> inContainers(Job job) throws IOException {
    if (!job.getConfiguration().getBoolean(OURS, false)) {
      return Optional.empty();
    }
    Job other = Job.getInstance(job.getConfiguration());
    other.getConfiguration().setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false);
    return Optional.of(other);
  }

  /**
   * Configures a job for the length of its input; values that the user has set stay.
   *
   * @param inputBytes the approximate length
   * @param tasks how many map tasks it has, if that is known to be more than run at once
   */
  public static void configure(Configuration conf, long inputBytes, long tasks) {
    if (LocalRunner.isUsed(conf)) {
      EmbeddedDefaults.fitSortBuffer(conf, inputBytes * USUAL_OUTPUT, tasks);
    } else if (inputBytes <= MAX_BYTES) {
      TaskOptions.ofSeconds(conf);
      if (EmbeddedDefaults.isDefault(conf, MRJobConfig.JOB_UBERTASK_ENABLE)) {
        conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
        conf.setBoolean(OURS, true);
        TaskOptions.ofMaster(conf);
      }
    } else {
      TaskOptions.ofMinutes(conf);
    }
  }
}
