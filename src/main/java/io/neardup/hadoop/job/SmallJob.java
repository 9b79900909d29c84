package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Reduces the overhead of jobs. Embedded jobs with little input get smaller sort buffers. On a
 * cluster, their tasks run inside the application master (Hadoop's <i>uber</i> mode), since
 * starting a container takes longer than the work. Uber mode requires that the application master
 * has the memory of a task, and that there are at most nine map tasks and one reduce task.
 *
 * <p>Each task of a cluster is a process that compiles its code anew. So tasks use Java's second
 * JIT compiler only for what is hot, and tasks in an application master do without it.
 */
public final class SmallJob {

  /** Maximum bytes of input that one process reads, task after task, in a few seconds. */
  static final long MAX_BYTES = 32L << 20;

  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  /** Twenty times Java's own thresholds: of a minute of work, the compiler takes a third less. */
  private static final String SECOND_COMPILER_LATE =
      "-XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000"
          + " -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000";

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
   */
  public static void configure(Configuration conf, long inputBytes) {
    if (LocalRunner.isUsed(conf)) {
      EmbeddedDefaults.fitSortBuffer(conf, inputBytes);
    } else if (inputBytes <= MAX_BYTES
        && EmbeddedDefaults.isDefault(conf, MRJobConfig.JOB_UBERTASK_ENABLE)) {
      conf.setBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, true);
      conf.setBoolean(OURS, true);
      prepend(conf, FIRST_COMPILER, MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS, "");
      setTaskCompiler(conf, FIRST_COMPILER);
    } else {
      setTaskCompiler(conf, SECOND_COMPILER_LATE);
    }
  }

  private static void setTaskCompiler(Configuration conf, String options) {
    for (String key :
        new String[] {
          MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS, MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS
        }) {
      prepend(conf, options, key, MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS);
    }
  }

  /** Prepends our JVM options, so that later options of the user override them. */
  private static void prepend(
      Configuration conf, String options, String key, String defaultOptions) {
    conf.set(key, (options + " " + conf.get(key, defaultOptions)).strip());
  }
}
