package io.neardup.hadoop.embedded;

import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop's local job runner, and how many tasks of a job it runs at once. The number is at least 1
 * here, as the runner rejects smaller values.
 */
public final class LocalRunner {

  /** The key of how many map tasks run at once. */
  public static final String MAP_TASKS = "mapreduce.local.map.tasks.maximum";

  /** The key of how many reduce tasks run at once. */
  public static final String REDUCE_TASKS = "mapreduce.local.reduce.tasks.maximum";

  private LocalRunner() {}

  /** Returns whether jobs run inside this process. */
  public static boolean isUsed(Configuration conf) {
    return conf.get("mapreduce.framework.name", "local").equals("local");
  }

  /** Returns how many map tasks of a job run at once. */
  public static int mapTasks(Configuration conf) {
    return Math.max(1, conf.getInt(MAP_TASKS, 1));
  }

  /** Returns how many reduce tasks of a job run at once. */
  public static int reduceTasks(Configuration conf) {
    return Math.max(1, conf.getInt(REDUCE_TASKS, 1));
  }

  /** Limits how many tasks of a job run at once, those of {@link #MAP_TASKS} or the others. */
  public static void limit(Configuration conf, String tasks, long most) {
    if (conf.getInt(tasks, 1) > most) {
      conf.setInt(tasks, (int) Math.max(1, most));
    }
  }
}
