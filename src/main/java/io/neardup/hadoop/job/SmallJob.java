package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * What a job with little input does without. Embedded: large sort buffers. On a cluster: containers
 * of its own for its tasks, since starting one takes longer than the work. They run in the
 * application master instead (Hadoop's <i>uber</i> mode), if it has the memory of a task, and there
 * are at most nine map tasks and one reduce task.
 */
public final class SmallJob {

  /** Most bytes of input that one process reads, one task after the other, in a few seconds. */
  static final long MAX_BYTES = 32L << 20;

  /** The first compiler alone: the second takes longer to compile than it saves. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

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
   * Configures a job by the length of its input, where the user has not said otherwise.
   *
   * @param inputBytes the length, about
   */
  public static void configure(Configuration conf, long inputBytes) {
    if (LocalRunner.isUsed(conf)) {
      EmbeddedDefaults.fitSortBuffer(conf, inputBytes);
    } else if (inputBytes <= MAX_BYTES
        && EmbeddedDefaults.isDefault(conf, MRJobConfig.JOB_UBERTASK_ENABLE)) {
      conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
      conf.setBoolean(OURS, true);
      prepend(conf, MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS, "");
      prepend(
          conf, MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS, MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS);
      prepend(
          conf,
          MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS,
          MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS);
    }
  }

  /** Adds our option before the others, which therefore win. */
  private static void prepend(Configuration conf, String key, String defaultOptions) {
    conf.set(key, (QUICK + " " + conf.get(key, defaultOptions)).strip());
  }
}
