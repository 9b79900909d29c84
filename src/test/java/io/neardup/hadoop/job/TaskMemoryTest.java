package io.neardup.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of tasks, on a cluster and embedded. */
class TaskMemoryTest {

  private static final long MB = 1 << 20;

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // reduce.java.opts, child.java.opts, reduce.memory.mb; megabytes
        "-, -, -, 819",
        "-, -, -1, 819",
        "-, -, 640, 512",
        "-Xmx512m, -, 4096, 512",
        "-Xmx512m, -Xmx200m, 4096, 512",
        "-, -Xmx200m, 4096, 200",
        "-Xmx3g -XX:+UseSerialGC, -, -, 3072",
        "-Xmx1g -Xmx2G, -, -, 2048",
        "-Xmx1048576k, -, -, 1024",
        "-Xmx1073741824, -, -, 1024",
        "-XX:+UseSerialGC, -, 1000, 800",
      })
  void theHeapIsWhatTheContainersGetIt(String options, String child, String container, long mb) {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.framework.name", "yarn");
    set(conf, "mapreduce.reduce.java.opts", options);
    set(conf, "mapred.child.java.opts", child);
    set(conf, "mapreduce.reduce.memory.mb", container);
    assertThat(JobSize.reduceHeapBytes(conf)).isEqualTo(mb * MB);
  }

  private static void set(Configuration conf, String name, String value) {
    if (value != null) {
      conf.set(name, value);
    }
  }

  @Test
  void embeddedTheTasksShareTheProcess() {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.local.reduce.tasks.maximum", "4");
    assertThat(JobSize.reduceHeapBytes(conf)).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
  }

  @ParameterizedTest
  @CsvSource({"5, 4", "4, 4", "3, 3", "2, 2", "1, 1", "0.5, 1"})
  void embeddedAsManyRunAtOnceAsFit(double part, int tasks) {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.local.reduce.tasks.maximum", "4");
    JobSize.leaveToReduceTask(conf, (long) (Runtime.getRuntime().maxMemory() / part));
    assertThat(conf.getInt("mapreduce.local.reduce.tasks.maximum", 0)).isEqualTo(tasks);
  }

  @Test
  void onAClusterATaskHasAProcessOfItsOwn() {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.framework.name", "yarn");
    conf.set("mapreduce.local.reduce.tasks.maximum", "4");
    JobSize.leaveToReduceTask(conf, Long.MAX_VALUE);
    assertThat(conf.getInt("mapreduce.local.reduce.tasks.maximum", 0)).isEqualTo(4);
  }
}
