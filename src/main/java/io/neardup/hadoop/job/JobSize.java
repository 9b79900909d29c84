package io.neardup.hadoop.job;

import io.neardup.config.Keys;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configures a job for the length of its input: the number of tasks, their memory, the sort buffer,
 * and Java's options for the tasks of a cluster. Values that the user has set stay.
 *
 * <p>Each task on a cluster is a process that compiles its code anew, so the second compiler waits
 * for what is hot, or is left out. A job with little input runs inside the client, since starting
 * containers takes longer than the work.
 */
public final class JobSize {

  /** Maximum bytes of input for which compiling twice costs more than it saves. */
  private static final long COMPILED_ONCE = 32L << 20;

  /**
   * The least heap of a client that runs small jobs: that of a task, of which Java reports less.
   */
  private static final long LEAST_HEAP = 400L << 20;

  /** Bytes that map tasks send for a byte that they read, usually at most. */
  private static final int USUAL_OUTPUT = 2;

  private static final long LEAST_SPLIT = 1L << 18;
  private static final long BLOCK_BYTES = 128L << 20; // of a file, usually
  private static final long BYTES_PER_REDUCER = 256L << 20;
  private static final int MAX_REDUCERS = 500;

  /** Up to this many a second reduce task in this process costs more than it saves. */
  private static final long FEW_BYTES = 2L << 20;

  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  /** Twenty times Java's own thresholds: of a minute of work, the compiler takes a third less. */
  private static final String SECOND_COMPILER_LATE =
      "-XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000"
          + " -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000";

  /** Hadoop writes numbers in the names of files with the digits of the locale. */
  private static final String ROOT_LOCALE = "-Duser.language= -Duser.country=";

  /** Holds the number of places, once it is known. */
  static final String PLACES = "neardup-internal.cluster-places";

  private static final Logger LOG = LoggerFactory.getLogger(JobSize.class);
  private static final long MAX_TASK_BYTES = 2L << 30;
  private static final long MANY = Integer.MAX_VALUE;

  private static final Pattern GREATEST_HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");
  private static final int DEFAULT_CONTAINER_MB = 1024;
  private static final float DEFAULT_HEAP_SHARE = 0.8f;

  private JobSize() {}

  /**
   * Configures a job.
   *
   * @param inputBytes the approximate length of its input
   * @param tasks how many map tasks it has, if that is known to be more than run at once
   */
  public static void configure(Configuration conf, long inputBytes, long tasks) {
    if (!LocalRunner.isUsed(conf)
        && inputBytes <= HadoopSettings.of(conf).get(Keys.MAX_CLIENT_BYTES)
        && Runtime.getRuntime().maxMemory() >= LEAST_HEAP) {
      EmbeddedDefaults.runHere(conf);
    }
    if (LocalRunner.isUsed(conf)) {
      EmbeddedDefaults.fitSortBuffer(conf, inputBytes * USUAL_OUTPUT, tasks);
      return;
    }
    String compiler = inputBytes <= COMPILED_ONCE ? FIRST_COMPILER_ONLY : SECOND_COMPILER_LATE;
    prependForTasks(conf, compiler);
  }

  /**
   * Configures a job that reads files; embedded, every core gets a split. On a cluster a split may
   * have several blocks of a file.
   */
  static void configureSplits(Job job, long inputBytes) {
    Configuration conf = job.getConfiguration();
    configure(conf, inputBytes, 1);
    if (!EmbeddedDefaults.isDefault(conf, FileInputFormat.SPLIT_MAXSIZE)) {
      return;
    }
    if (LocalRunner.isUsed(conf)) {
      long share = divideUp(inputBytes, LocalRunner.mapTasks(conf));
      FileInputFormat.setMaxInputSplitSize(job, Math.max(LEAST_SPLIT, share));
    } else if (EmbeddedDefaults.isDefault(conf, FileInputFormat.SPLIT_MINSIZE)) {
      FileInputFormat.setMinInputSplitSize(job, bytesPerTask(conf, inputBytes, BLOCK_BYTES));
    }
  }

  /**
   * Returns the number of reduce tasks that the user set; otherwise one per 256 MiB of input, in
   * embedded mode rounded up to a multiple of the tasks that run at once if there are more than 2
   * MiB. On a small cluster a task gets up to 2 GiB ({@link #bytesPerTask}).
   */
  static int reducers(Configuration conf, long inputBytes) {
    if (!EmbeddedDefaults.isDefault(conf, MRJobConfig.NUM_REDUCES)) {
      return Math.max(1, conf.getInt(MRJobConfig.NUM_REDUCES, 1));
    }
    boolean local = LocalRunner.isUsed(conf);
    long bytes = local ? BYTES_PER_REDUCER : bytesPerTask(conf, inputBytes, BYTES_PER_REDUCER);
    int tasks = (int) Math.max(1, Math.min(MAX_REDUCERS, divideUp(inputBytes, bytes)));
    int slots = local && inputBytes > FEW_BYTES ? LocalRunner.reduceTasks(conf) : 1;
    return (tasks + slots - 1) / slots * slots;
  }

  /**
   * Returns how many bytes of input a task should get. On a YARN cluster, each task is a process,
   * which takes seconds to start and to compile its code. So a task gets more input if the cluster
   * has few places for tasks: all places get an equal share, or several of at most 2 GiB.
   *
   * @param inputBytes the length of the whole input
   * @param leastBytes what a task gets on a cluster that has places for all such tasks
   * @return from {@code leastBytes} to 2 GiB
   */
  public static long bytesPerTask(Configuration conf, long inputBytes, long leastBytes) {
    if (inputBytes <= leastBytes) {
      return leastBytes; // no need to ask
    }
    long places = places(conf);
    long tasks = places * divideUp(inputBytes, places * MAX_TASK_BYTES);
    return Math.max(leastBytes, divideUp(inputBytes, tasks));
  }

  private static long divideUp(long number, long divisor) {
    return (number - 1) / divisor + 1;
  }

  /**
   * Returns how many map tasks of a job the nodes of the cluster can run at once, beside its
   * application master: one a core, if their memory suffices; many if not known.
   */
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
    int masterMemory = conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB);
    long cores = 0;
    long memoryPlaces = 0;
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      for (NodeReport node : yarn.getNodeReports(NodeState.RUNNING)) {
        cores += node.getCapability().getVirtualCores();
        memoryPlaces += node.getCapability().getMemorySize() / taskMemory;
      }
    } catch (IOException | YarnException e) {
      LOG.warn("The size of the cluster is not known, so tasks get little input each", e);
      return MANY;
    }
    return Math.max(1, Math.min(cores, memoryPlaces - divideUp(masterMemory, taskMemory)));
  }

  /**
   * Limits how many reduce tasks of an embedded job run at once, so that each has a heap of so many
   * bytes; at least one runs.
   */
  public static void leaveToReduceTask(Configuration conf, long bytes) {
    if (LocalRunner.isUsed(conf)) {
      LocalRunner.limit(conf, LocalRunner.REDUCE_TASKS, Runtime.getRuntime().maxMemory() / bytes);
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

  /** Sets the locale of all tasks, in containers and in an application master. */
  static void setRootLocale(Configuration conf) {
    prependForTasks(conf, ROOT_LOCALE);
    prepend(conf, ROOT_LOCALE, MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS, "");
  }

  private static void prependForTasks(Configuration conf, String options) {
    for (String key :
        List.of(
            MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS, MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS)) {
      prepend(conf, options, key, MRJobConfig.DEFAULT_MAPRED_ADMIN_JAVA_OPTS);
    }
  }

  /** Puts options before those of the user, which therefore override them. */
  private static void prepend(
      Configuration conf, String options, String key, String defaultOptions) {
    conf.set(key, (options + " " + conf.get(key, defaultOptions)).strip());
  }
}
