package io.neardup.hadoop.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Sets Java's options for the tasks of a job on a cluster: the locale, and the JIT compilers. Each
 * task is a process that compiles its code anew, so the second compiler waits for what is hot, or is
 * left out. Options are put before those of the user, which therefore override them.
 */
final class TaskOptions {

  private static final String FIRST_ONLY = "-XX:TieredStopAtLevel=1";

  /** Twenty times Java's own thresholds: of a minute of work, the compiler takes a third less. */
  private static final String SECOND_LATE =
      "-XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000"
          + " -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000";

  /** Hadoop writes numbers in the names of files with the digits of the locale. */
  private static final String ROOT_LOCALE = "-Duser.language= -Duser.country=";

  private TaskOptions() {}

  /** Sets the locale of all tasks, in containers and in an application master. */
  static void inRootLocale(Configuration conf) {
    ofTasks(conf, ROOT_LOCALE);
    prepend(conf, ROOT_LOCALE, MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS, "");
  }

  /** For tasks of seconds. */
  static void ofSeconds(Configuration conf) {
    ofTasks(conf, FIRST_ONLY);
  }

  /** For an application master that runs such tasks itself. */
  static void ofMaster(Configuration conf) {
    prepend(conf, FIRST_ONLY, MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS, "");
  }

  /** For tasks of minutes. */
  static void ofMinutes(Configuration conf) {
    ofTasks(conf, SECOND_LATE);
  }

  private static void ofTasks(Configuration conf, String options) {
    for (String key :
        new String[] {
          MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS, MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS
        }) {
      prepend(conf, options, key, MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS);
    }
  }

  private static void prepend(
      Configuration conf, String options, String key, String defaultOptions) {
    conf.set(key, (options + " " + conf.get(key, defaultOptions)).strip());
  }
}
