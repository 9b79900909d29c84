package io.neardup.hadoop.job;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides the input of a job among the tasks of a YARN cluster. Each task is a process, which takes
 * seconds to start and to compile its code. So a task gets more input if the whole cluster has few
 * places for tasks: a few tasks for each place, so that a slow one or a failed one costs little.
 */
public final class ClusterTasks {

  /** Holds the number of places, once it is known. */
  static final String PLACES = "neardup-internal.cluster-places";

  private static final Logger LOG = LoggerFactory.getLogger(ClusterTasks.class);
  private static final long MAX_BYTES = 1L << 30;
  private static final int TASKS_PER_PLACE = 2;
  private static final long MANY = Integer.MAX_VALUE;

  private ClusterTasks() {}

  /**
   * Returns how many bytes of input a task should get.
   *
   * @param inputBytes the length of the whole input
   * @param leastBytes what a task gets on a cluster that has places for all such tasks
   * @return from {@code leastBytes} to 1 GiB
   */
  public static long bytesPerTask(Configuration conf, long inputBytes, long leastBytes) {
    if (inputBytes <= TASKS_PER_PLACE * leastBytes) {
      return leastBytes; // no need to ask
    }
    long tasks = TASKS_PER_PLACE * places(conf);
    return Math.max(leastBytes, Math.min(MAX_BYTES, (inputBytes + tasks - 1) / tasks));
  }

  /** Returns how many map tasks the nodes of the cluster can run at once; many if not known. */
  private static long places(Configuration conf) {
    long known = conf.getLong(PLACES, 0);
    if (known > 0) {
      return known;
    }
    boolean yarn = MRConfig.YARN_FRAMEWORK_NAME.equals(conf.get(MRConfig.FRAMEWORK_NAME));
    long places = yarn ? ask(conf) : MANY;
    conf.setLong(PLACES, places);
    return places;
  }

  private static long ask(Configuration conf) {
    int memory = conf.getInt(MRJobConfig.MAP_MEMORY_MB, 0); // 0 or less: Hadoop chooses
    int taskMemory = memory > 0 ? memory : MRJobConfig.DEFAULT_MAP_MEMORY_MB;
    long places = 0;
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      for (NodeReport node : yarn.getNodeReports(NodeState.RUNNING)) {
        places += node.getCapability().getMemorySize() / taskMemory;
      }
    } catch (IOException | YarnException e) {
      LOG.warn("The size of the cluster is not known, so tasks get little input each", e);
      return MANY;
    }
    return Math.max(1, places);
  }
}
