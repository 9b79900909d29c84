package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.LocalRunner;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The memory of a task, as far as the configuration of a job determines it. */
public final class TaskMemory {

  private static final Pattern GREATEST_HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");
  private static final int DEFAULT_CONTAINER_MB = 1024;
  private static final float DEFAULT_HEAP_SHARE = 0.8f;

  private TaskMemory() {}

  /**
   * Limits how many reduce tasks of an embedded job run at once, so that each has a heap of so many
   * bytes; at least one runs.
   */
  public static void leaveToReduceTask(Configuration conf, long bytes) {
    if (LocalRunner.isUsed(conf)) {
      LocalRunner.limitReduceTasks(conf, Runtime.getRuntime().maxMemory() / bytes);
    }
  }

  /**
   * Returns the heap of a reduce task in bytes: on a cluster the value in its JVM options, or else
   * Hadoop's share of its container; in embedded mode its share of this process.
   */
  public static long reduceHeapBytes(Configuration conf) {
    if (LocalRunner.isUsed(conf)) {
      return Runtime.getRuntime().maxMemory() / LocalRunner.reduceTasks(conf);
    }
    String options = conf.get("mapreduce.reduce.java.opts", conf.get("mapred.child.java.opts", ""));
    Matcher heap = GREATEST_HEAP.matcher(options);
    long bytes = 0;
    while (heap.find()) { // the last one counts
      String unit = heap.group(2).toLowerCase(Locale.ROOT);
      int shift = unit.isEmpty() ? 0 : 10 * ("kmgt".indexOf(unit) + 1);
      bytes = Long.parseLong(heap.group(1)) << shift;
    }
    if (bytes > 0) {
      return bytes;
    }
    int container = conf.getInt("mapreduce.reduce.memory.mb", DEFAULT_CONTAINER_MB);
    float share = conf.getFloat("mapreduce.job.heap.memory-mb.ratio", DEFAULT_HEAP_SHARE);
    return (long) (share * (container > 0 ? container : DEFAULT_CONTAINER_MB)) << 20;
  }
}
