package io.neardup.hadoop.job;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link EmbeddedDefaults} and {@link JobSize}. */
class JobDefaultsTest {

  private static final List<String> NAMES =
      List.of(
          "mapreduce.local.map.tasks.maximum",
          "mapreduce.local.reduce.tasks.maximum",
          "mapreduce.client.progressmonitor.pollinterval",
          "mapreduce.client.completion.pollinterval",
          "mapreduce.task.io.sort.mb",
          "mapreduce.task.io.sort.factor",
          "mapreduce.job.reduce.shuffle.consumer.plugin.class",
          "io.file.buffer.size",
          "mapreduce.job.process-tree.class",
          "fs.file.impl",
          "fs.permissions.umask-mode",
          "hadoop.tmp.dir",
          "mapreduce.jobtracker.staging.root.dir");

  private static final List<String> CHANGING =
      List.of(
          "mapreduce.task.io.sort.mb", "hadoop.tmp.dir", "mapreduce.jobtracker.staging.root.dir");

  private static Configuration conf(String... namesAndValues) {
    Configuration conf = new JobConf(); // with the defaults of Hadoop's files
    // Not the value of the tests' own mapred-site.xml.
    conf.set("mapreduce.task.io.sort.mb", "100", "mapred-default.xml");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      conf.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    return conf;
  }

  private static Configuration embedded(String... namesAndValues) throws IOException {
    Configuration conf = conf(namesAndValues);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private static Configuration yarn(String... namesAndValues) {
    Configuration conf = conf(namesAndValues);
    conf.set("mapreduce.framework.name", "yarn");
    return conf;
  }

  @Test
  void embeddedJobsUseAllCoresAndAFolderOfTheirOwn() throws IOException {
    Configuration conf = embedded();
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(conf.getInt("mapreduce.local.map.tasks.maximum", 0)).isEqualTo(cores);
    assertThat(conf.getInt("mapreduce.local.reduce.tasks.maximum", 0)).isEqualTo(cores);
    // The sort buffers of all map tasks leave most of the heap to other uses.
    long sort = conf.getLong("mapreduce.task.io.sort.mb", 0) << 20;
    assertThat(sort).isBetween(8L << 20, 100L << 20);
    assertThat(sort * cores)
        .isLessThanOrEqualTo(Math.max((8L << 20) * cores, Runtime.getRuntime().maxMemory() / 6));
    Path folder = Path.of(conf.get("hadoop.tmp.dir"));
    assertThat(folder).isDirectory();
    assertThat(Path.of(conf.get("mapreduce.jobtracker.staging.root.dir"))).startsWithRaw(folder);
    assertThat(Files.getPosixFilePermissions(folder)).hasSize(3); // the owner's alone

    assertThat(embedded().get("hadoop.tmp.dir")).isNotEqualTo(conf.get("hadoop.tmp.dir"));
  }

  @Test
  void aTemporaryFolderThatIsMissingIsNamed() {
    String folder = System.setProperty("java.io.tmpdir", "/no-such-folder");
    try {
      assertRefused(
          () -> EmbeddedDefaults.apply(conf()),
          "the temporary folder /no-such-folder (java.io.tmpdir)");
    } finally {
      System.setProperty("java.io.tmpdir", folder);
    }
  }

  @Test
  void inAProgramOtherConfigurationsKeepTheDefaultsOfYarn() throws IOException {
    Configuration conf = embedded();
    assertThat(new JobConf(conf).get("yarn.resourcemanager.address")).isNull();
    assertThat(new Configuration().get("yarn.resourcemanager.address")).isNotNull();
  }

  @Test
  void servicesHaveNoDefaultsInOneProcess() throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    try {
      Configuration conf = embedded("yarn.of-a-user", "1", "hadoop.zk.address", "2");
      thread.setContextClassLoader(conf.getClassLoader());
      for (Configuration other : List.of(conf, new JobConf(conf), new Configuration())) {
        assertThat(other.get("yarn.resourcemanager.address")).isNull();
        assertThat(other.get("mapreduce.task.io.sort.factor")).isNotNull();
        assertThat(other.get("fs.AbstractFileSystem.file.impl")).isNotNull();
      }
      assertThat(conf.get("yarn.app.mapreduce.am.env")).isNull();
      assertThat(conf.get("mapreduce.jobhistory.address")).isNull();
      assertThat(conf.get("yarn.of-a-user")).isEqualTo("1");
      assertThat(conf.get("hadoop.zk.address")).isEqualTo("2");
    } finally {
      thread.setContextClassLoader(loader);
    }
  }

  @Test
  void valuesOfTheUserStay() throws IOException {
    for (String name : NAMES) {
      Configuration conf = embedded(name, "77");
      assertThat(conf.get(name)).as(name).isEqualTo("77");
      for (String other : NAMES) {
        // These may change later, unless the user has set them.
        assertThat(EmbeddedDefaults.isDefault(conf, other))
            .as(other)
            .isEqualTo(CHANGING.contains(other) && !other.equals(name));
      }
    }
    // Also one that is Hadoop's own default, said.
    String slots = "mapreduce.local.map.tasks.maximum";
    assertThat(embedded(slots, "1").get(slots)).isEqualTo("1");
  }

  private static long sortBuffer(Configuration conf, long bytes) {
    EmbeddedDefaults.fitSortBuffer(conf, bytes, 1);
    return conf.getLong("mapreduce.task.io.sort.mb", 0);
  }

  @Test
  void aSmallJobHasASmallSortBuffer() throws IOException {
    Configuration conf = embedded("mapreduce.local.map.tasks.maximum", "2");
    long most = conf.getLong("mapreduce.task.io.sort.mb", 0);
    assertThat(sortBuffer(conf, 1L << 50)).isEqualTo(most);
    assertThat(sortBuffer(conf, 0)).isEqualTo(8);
    assertThat(sortBuffer(conf, 16 << 20)).isEqualTo(Math.min(most, 16));
    assertThat(sortBuffer(conf, Long.MAX_VALUE)).isEqualTo(most);
    assertThat(sortBuffer(embedded("mapreduce.task.io.sort.mb", "77"), 0)).isEqualTo(77);
    assertThat(sortBuffer(yarn(), 0)).isEqualTo(100);
  }

  @Test
  void embeddedJobsMoveWholeFoldersIntoPlace() throws IOException {
    String key = "mapreduce.fileoutputcommitter.algorithm.version";
    assertThat(embedded().getInt(key, 0)).isEqualTo(1);
    for (Configuration other : List.of(conf(key, "2"), yarn())) {
      EmbeddedDefaults.apply(other);
      assertThat(other.getInt(key, 0)).isEqualTo(2);
    }
  }

  @Test
  void aSmallJobOfAClusterRunsInTheClient() {
    String sort = "mapreduce.task.io.sort.mb";
    String umask = "fs.permissions.umask-mode";
    Configuration small = yarn("hadoop.tmp.dir", "/of/nodes", sort, "700", umask, "007");
    String framework = "mapreduce.application.framework.path";
    small.set(framework, "hdfs:///apps/hadoop.tar.gz#hadoop");
    JobSize.configure(small, 768 << 20, 1);
    assertThat(LocalRunner.isUsed(small)).isTrue();
    assertThat(small.get(framework, "")).isEmpty();
    assertThat(LocalRunner.mapTasks(small)).isBetween(1, 4);
    assertThat(LocalRunner.reduceTasks(small)).isBetween(1, 4);
    assertThat(small.getInt(sort, 0)).isBetween(8, 100);
    EmbeddedDefaults.makeTemporary(small);
    Path temporary = Path.of(small.get("hadoop.tmp.dir"));
    assertThat(temporary).isDirectory();
    assertThat(Path.of(small.get("mapreduce.cluster.local.dir"))).startsWithRaw(temporary);
    EmbeddedDefaults.deleteTemporary(small);
    assertThat(temporary).doesNotExist();
    assertThat(small.get(umask)).isEqualTo("007");
    String plugin = "mapreduce.job.reduce.shuffle.consumer.plugin.class";
    assertThat(small.get(plugin)).endsWith(".LocalMerge");
  }

  @Test
  void otherJobsOfAClusterRunThere() {
    Configuration large = yarn();
    JobSize.configure(large, (768 << 20) + 1, 1);
    Configuration users = yarn("neardup.client.max-job-bytes", "0");
    JobSize.configure(users, 32 << 20, 1);
    for (Configuration other : List.of(large, users)) {
      assertThat(LocalRunner.isUsed(other)).isFalse();
      assertThat(other.getBoolean("mapreduce.job.ubertask.enable", false)).isFalse();
      assertThat(other.get("yarn.app.mapreduce.am.admin-command-opts", "")).isEmpty();
      for (String task : List.of("map", "reduce")) {
        assertThat(other.get("mapreduce.admin." + task + ".child.java.opts"))
            .startsWith(
                other == large
                    ? "-XX:Tier4InvocationThreshold=100000 "
                    : "-XX:TieredStopAtLevel=1 ")
            .contains(" -Djava.net.preferIPv4Stack=true");
      }
    }
    Configuration asked = yarn("neardup.client.max-job-bytes", "0");
    asked.set("mapreduce.admin.reduce.child.java.opts", "-Dx=y");
    JobSize.configure(asked, 32 << 20, 1);
    assertThat(asked.get("mapreduce.admin.reduce.child.java.opts"))
        .isEqualTo("-XX:TieredStopAtLevel=1 -Dx=y");
  }

  @Test
  void onAClusterTasksHaveTheRootLocale() throws IOException {
    Configuration yarn = yarn("fs.defaultFS", "file:///");
    yarn.set("mapreduce.admin.map.child.java.opts", "-Dx=y");
    StageContext context = new StageContext(yarn, System.err, "test:", false);
    Configuration job = StageJob.of(context, "a job", 1).conf();
    assertThat(job.get("mapreduce.admin.map.child.java.opts"))
        .isEqualTo("-Duser.language= -Duser.country= -Dx=y");
    assertThat(job.get("mapreduce.admin.reduce.child.java.opts"))
        .startsWith("-Duser.language= -Duser.country= ");
    assertThat(job.get("yarn.app.mapreduce.am.admin-command-opts"))
        .isEqualTo("-Duser.language= -Duser.country=");
  }

  @Test
  void onAClusterNothingIsSet() throws IOException {
    Configuration conf = yarn();
    assertThat(LocalRunner.isUsed(conf)).isFalse();
    assertThat(LocalRunner.isUsed(conf())).isTrue();
    Map<String, String> before = conf.getValByRegex(".*");
    EmbeddedDefaults.apply(conf);
    assertThat(conf.getValByRegex(".*")).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 1",
    "268435456, 1",
    "268435457, 2",
    "2684354560, 10",
    "133949292544, 499",
    "133949292545, 500",
    "9223372036854775807, 500"
  })
  void onAClusterReducersFollowTheBytes(long bytes, int reducers) {
    // The last is more than any input; a sum with the rounding must not overflow below it.
    long input = Math.min(bytes, Long.MAX_VALUE - (1L << 30));
    assertThat(JobSize.reducers(cluster(Integer.MAX_VALUE), input)).isEqualTo(reducers);
  }

  /** One task for each place that the cluster has, or several of at most 2 GiB. */
  @ParameterizedTest
  @CsvSource({
    "256, 1, 1",
    "512, 1, 1",
    "2048, 1, 1",
    "2049, 1, 2",
    "10240, 1, 5",
    "512, 3, 2",
    "768, 3, 3",
    "4096, 3, 3",
    "6144, 3, 3",
    "6145, 3, 6",
    "16384, 64, 64",
    "16385, 64, 64",
    "16384, 65, 64"
  })
  void onASmallClusterTasksGetMore(long mib, long places, int reducers) {
    assertThat(JobSize.reducers(cluster(places), mib << 20)).isEqualTo(reducers);
  }

  private static Configuration cluster(long places) {
    return yarn(JobSize.PLACES, Long.toString(places));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "2097152, 1",
    "2097153, 3",
    "805306368, 3",
    "805306369, 6",
    "2684354560, 12",
    "1125899906842624, 501"
  })
  void embeddedManyBytesFillTheSlots(long bytes, int reducers) {
    assertThat(JobSize.reducers(conf("mapreduce.local.reduce.tasks.maximum", "3"), bytes))
        .isEqualTo(reducers);
  }

  /** Which the runner of local jobs refuses, and says so. */
  @Test
  void embeddedNoSlotsAreLeftToHadoopToRefuse() throws IOException {
    assertThat(JobSize.reducers(conf("mapreduce.local.reduce.tasks.maximum", "0"), 1)).isOne();
    Job job = Job.getInstance(conf("mapreduce.local.map.tasks.maximum", "0"));
    JobSize.configureSplits(job, 1 << 20);
    assertThat(FileInputFormat.getMaxSplitSize(job)).isEqualTo(1 << 20);
  }

  /** But for none, as our jobs need their reducers. */
  @ParameterizedTest
  @CsvSource({"1, 40, 1", "7, 40, 7", "1000, 40, 1000", "0, 0, 1"})
  void theUsersNumberOfReducersWins(String number, int log2OfBytes, int reducers) {
    for (Configuration conf : List.of(conf(), yarn())) {
      conf.set("mapreduce.job.reduces", number);
      assertThat(JobSize.reducers(conf, 1L << log2OfBytes)).isEqualTo(reducers);
    }
  }

  private static long splitSize(Configuration conf, long bytes) throws IOException {
    Job job = Job.getInstance(conf);
    JobSize.configureSplits(job, bytes);
    return FileInputFormat.getMaxSplitSize(job);
  }

  @Test
  void embeddedSplitsGiveEverySlotWork() throws IOException {
    String slots = "mapreduce.local.map.tasks.maximum";
    assertThat(splitSize(conf(slots, "4"), 4_000_000)).isEqualTo(1_000_000);
    assertThat(splitSize(conf(slots, "4"), 4_000_001)).isEqualTo(1_000_001);
    assertThat(splitSize(conf(slots, "4"), 0)).isEqualTo(1 << 18);
    assertThat(splitSize(conf(slots, "4", FileInputFormat.SPLIT_MAXSIZE, "5"), 4_000_000))
        .isEqualTo(5);
    assertThat(splitSize(yarn("neardup.client.max-job-bytes", "0"), 4_000_000))
        .isEqualTo(Long.MAX_VALUE);
    long here = splitSize(yarn(slots, "4"), 4_000_000);
    assertThat(here).isBetween(1_000_000L, 4_000_000L); // by the heap of the tests
  }

  @Test
  void onASmallClusterASplitMayHaveSeveralBlocksUnlessTheUserLimitsIt() throws IOException {
    long bytes = 900L << 20;
    Job job = Job.getInstance(cluster(3));
    JobSize.configureSplits(job, bytes);
    assertThat(FileInputFormat.getMinSplitSize(job)).isEqualTo(300L << 20);
    Configuration limited = cluster(3);
    limited.set(FileInputFormat.SPLIT_MAXSIZE, "5");
    job = Job.getInstance(limited);
    JobSize.configureSplits(job, bytes);
    assertThat(FileInputFormat.getMinSplitSize(job)).isZero(); // as Hadoop has it
  }

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
    Configuration conf = yarn();
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
