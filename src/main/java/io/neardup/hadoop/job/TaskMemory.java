package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.LocalRunner;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** How much memory a task is given, as far as the configuration of a job tells. */
public final class TaskMemory {

  private static final Pattern GREATEST_HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");
  private static final int DEFAULT_CONTAINER_MB = 1024;
  private static final float DEFAULT_HEAP_SHARE = 0.8f;

  private TaskMemory() {}

  /**
   * Lets fewer reduce tasks of a job run at once in this process, if it has less heap than so many
   * bytes for each; one in any case.
   */
  public static void leaveToReduceTask(Configuration conf, long bytes) {
    if (LocalRunner.isUsed(conf)) {
      LocalRunner.limitReduceTasks(conf, Runtime.getRuntime().maxMemory() / bytes);
    }
  }

  /**
   * Returns the bytes of heap of a reduce task: on a cluster what its options of the virtual
   * machine say, or else the share of its container that Hadoop gives it; embedded its share of
   * this process.
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
