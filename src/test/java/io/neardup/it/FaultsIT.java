package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import io.neardup.config.Stage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes are killed, files damaged and space taken away while jobs run on a cluster: the results
 * are, byte for byte, those of an undisturbed run, or there is a message and no result.
 *
 * <p>The tests with the tag {@code faults} run with {@code -Pfaults}, each for as many seeds as
 * {@code -Dfaults.seeds} says, from {@code -Dfaults.seed} on.
 */
@Order(3)
@ExtendWith(Cluster.Provider.class)
@ResourceLock(Cluster.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {

  private static final String BASE = "/faults/base";

  /** Several map and reduce tasks, that none of the few fails for good. */
  private static final List<String> OPTIONS =
      List.of(
          "-Dmapreduce.job.reduces=2",
          "-Dneardup.client.max-job-bytes=0", // for tasks that can be killed
          "-Dneardup.ingest.range-bytes=100000",
          "-Dneardup.document.split-bytes=600000",
          "-Dmapreduce.input.fileinputformat.split.maxsize=200000");

  private static final String MAP_TASK = "a map task";
  private static final String REDUCE_TASK = "a reduce task";
  private static final String STOPPED_TASK = "a stopped map task, speculative execution";

  /** Faults by which an attempt is lost, of which the history of the job must tell. */
  private static final Set<String> OF_A_TASK = Set.of(MAP_TASK, REDUCE_TASK, STOPPED_TASK);

  private final Cluster cluster;
  private final Faults faults;
  private final FileSystem fs;
  private final Sample sample = new Sample("pgdoc");
  private String input;
  private int runs;

  FaultsIT(Cluster cluster) throws Exception {
    this.cluster = cluster;
    this.faults = new Faults(cluster);
    this.fs = cluster.fs();
  }

  /** Makes the undisturbed results, which are those that the sample expects. */
  @BeforeAll
  void makeBase() throws Exception {
    input = cluster.put(sample);
    List<String> pipeline = pipeline(BASE, "-Dmapreduce.framework.name=local");
    Commands.run(Commands.PROJECT, pipeline).assertSucceeded();
    sample.assertExpected(fs, new Path(BASE));
  }

  static LongStream seeds() {
    long first = Long.getLong("neardup.it.seed", 1);
    return LongStream.range(first, first + Long.getLong("neardup.it.seeds", 1));
  }

  private String path(String run, Stage stage) {
    return run + "/" + stage.folder();
  }

  /** Returns the command of a stage, from undisturbed inputs to the output of a run. */
  private List<String> command(Stage stage, String run, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of(stage.verb(), "-conf"));
    arguments.add(sample.configuration());
    arguments.addAll(OPTIONS);
    arguments.addAll(options);
    List<Stage> inputs =
        switch (stage) {
          case INGEST -> List.of();
          case SHINGLE_SORT -> List.of(Stage.INGEST);
          case BAND_BUCKET -> List.of(Stage.SHINGLE_SORT);
          case CANDIDATE_LIST -> List.of(Stage.BAND_BUCKET);
          case VERIFY -> List.of(Stage.INGEST, Stage.SHINGLE_SORT, Stage.CANDIDATE_LIST);
          case CLUSTER -> List.of(Stage.INGEST, Stage.VERIFY);
          case DEDUP -> List.of(Stage.INGEST, Stage.CLUSTER);
        };
    if (stage == Stage.INGEST) {
      arguments.add(input);
    }
    inputs.forEach(from -> arguments.add(path(BASE, from)));
    arguments.add(path(run, stage));
    return cluster.hadoopJar(arguments.toArray(new String[0]));
  }

  /** Runs a stage, strikes, and compares; again, if the run was over before it could strike. */
  private void disturb(String what, Stage stage, long seed, Faults.Fault fault, String... options)
      throws Exception {
    Random random = new Random(31L * (what + stage).hashCode() + seed); // each its own moments
    boolean ofTask = OF_A_TASK.contains(what);
    for (int attempt = 1; attempt <= 4; attempt++) {
      String run = "/faults/" + ++runs;
      int jobs = cluster.jobs().size();
      Process process = faults.start(command(stage, run, List.of(options)));
      String happened = fault.strike(process, random);
      Guard.await(process);
      boolean same = process.exitValue() == 0 && isAsUndisturbed(stage, run);
      if (same && happened != null && ofTask && faults.lostAttempts(jobs) == 0) {
        happened = null; // the task had done its work before it was struck
      }
      assertThat(process.exitValue())
          .as("%s, seed %s: %s", what, seed, faults.clientLog())
          .isZero();
      assertThat(same).as("%s in %s, seed %s, %s", what, stage, seed, happened).isTrue();
      fs.delete(new Path(run), true);
      if (happened != null) {
        return;
      }
    }
    throw new AssertionError(what + " in " + stage + ", seed " + seed + ": never struck");
  }

  private boolean isAsUndisturbed(Stage stage, String run) throws IOException {
    if (stage == Stage.INGEST) {
      Path manifest = new Path(path(run, stage), "batches/00000/sources.tsv");
      Path expected = new Path(path(BASE, stage), "batches/00000/sources.tsv");
      return Arrays.equals(Sample.bytes(fs, manifest), Sample.bytes(fs, expected));
    }
    Map<String, String> here = files(path(run, stage));
    return here.equals(files(path(BASE, stage))) && !here.isEmpty();
  }

  /** Returns the files that hold results, by name: not notes, lists and marks. */
  private Map<String, String> files(String folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    RemoteIterator<LocatedFileStatus> all = fs.listFiles(new Path(folder), true);
    while (all.hasNext()) {
      Path file = all.next().getPath();
      String name = file.toUri().getPath().substring(folder.length() + 1);
      if (!name.startsWith("_")) {
        files.put(name, new String(Sample.bytes(fs, file), StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  // A selection for every build

  @Test
  @Tag("long")
  void aKilledTaskAndApplicationMasterLoseNothing() throws Exception {
    long seed = seeds().findFirst().orElseThrow();
    disturb(
        "a map task, then the master",
        Stage.CANDIDATE_LIST,
        seed,
        (run, random) -> {
          String task = faults.killsTask("m").strike(run, random);
          String master = faults.killApplicationMaster(run, random);
          return task == null || master == null ? null : task + "; " + master;
        });
  }

  // The rest

  static Stream<Arguments> stagesAndTasks() {
    List<Arguments> all = new ArrayList<>();
    for (long seed : seeds().toArray()) {
      for (Stage stage : Stage.values()) {
        for (String kind : List.of("m", "r")) {
          if (stage != Stage.DEDUP || kind.equals("m")) { // it has no reduce tasks
            all.add(Arguments.of(stage, kind, seed));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("stagesAndTasks")
  @Tag("faults")
  void aKilledTask(Stage stage, String kind, long seed) throws Exception {
    disturb(kind.equals("m") ? MAP_TASK : REDUCE_TASK, stage, seed, faults.killsTask(kind));
  }

  Stream<Arguments> mastersAndDaemons() {
    Stage[] stages = Stage.values();
    Faults.Fault restart =
        (run, random) -> {
          String happened = faults.killsDaemon("namenode").strike(run, random);
          cluster.script("start").assertSucceeded();
          return happened;
        };
    return seeds()
        .boxed()
        .flatMap(
            seed -> {
              long node = 1 + seed % 2;
              Stage any = stages[(int) (seed % stages.length)];
              Faults.Fault ofMaster = faults::killApplicationMaster;
              Faults.Fault ofNodeManager = faults.killsDaemon("nodemanager" + node);
              Faults.Fault ofDataNode = faults.killsDaemon("datanode" + node);
              return Stream.of(
                  Arguments.of("application master", any, seed, ofMaster),
                  Arguments.of("NodeManager", Stage.VERIFY, seed, ofNodeManager),
                  Arguments.of("DataNode", Stage.CLUSTER, seed, ofDataNode),
                  Arguments.of("NameNode, restarted", Stage.VERIFY, seed, restart));
            });
  }

  @ParameterizedTest
  @MethodSource("mastersAndDaemons")
  @Tag("faults")
  void aKilledMasterOrDaemon(String what, Stage stage, long seed, Faults.Fault fault)
      throws Exception {
    try {
      disturb(what, stage, seed, fault);
    } finally {
      cluster.script("start").assertSucceeded();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aTaskThatStandsStillIsOvertaken(long seed) throws Exception {
    List<ProcessHandle> stopped = new ArrayList<>();
    try {
      disturb(
          STOPPED_TASK,
          Stage.SHINGLE_SORT,
          seed,
          (run, random) -> {
            while (run.isAlive()) {
              for (ProcessHandle task : cluster.processes("YarnChild")) {
                if (Faults.attempt(task).matches(".*_m_00000[12]_0") && signal(task, "STOP")) {
                  stopped.add(task);
                  return "stopped " + Faults.attempt(task);
                }
              }
              Thread.sleep(20);
            }
            return null;
          },
          "-Dmapreduce.map.speculative=true",
          "-Dmapreduce.job.speculative.minimum-allowed-tasks=1",
          "-Dmapreduce.job.speculative.speculative-cap-running-tasks=1.0",
          "-Dmapreduce.job.speculative.speculative-cap-total-tasks=1.0",
          "-Dmapreduce.job.speculative.retry-after-no-speculate=500",
          "-Dmapreduce.job.speculative.retry-after-speculate=500");
    } finally {
      for (ProcessHandle task : stopped) {
        signal(task, "CONT");
      }
    }
  }

  private static boolean signal(ProcessHandle process, String signal) throws Exception {
    return Commands.run(
                Commands.PROJECT,
                List.of("bash", "-c", "kill -" + signal + " " + process.pid() + " 2>&1"))
            .status()
        == 0;
  }

  // The pipeline

  private List<String> pipeline(String output, String... options) {
    List<String> arguments = new ArrayList<>(List.of("pipeline"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("-conf", sample.configuration()));
    arguments.addAll(OPTIONS);
    arguments.addAll(List.of(input, output));
    return cluster.hadoopJar(arguments.toArray(new String[0]));
  }

  /** Also what is left by a pipeline that is cut off while its last job still runs. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aKilledClientIsResumed(long seed) throws Exception {
    Random random = new Random(seed);
    String output = "/faults/client-" + seed;
    Process process = faults.start(pipeline(output));
    // In one of the stages, while it has a job.
    int stage = 1 + random.nextInt(Stage.values().length - 2);
    while (process.isAlive() && !faults.clientLog().contains("[" + stage + "/7] ")) {
      Thread.sleep(50);
    }
    int delay = random.nextInt(12_000);
    Thread.sleep(delay);
    assertThat(process.isAlive()).isTrue();
    Faults.killTree(process);

    // Other reducers than those of the job that may still run.
    Commands.Result result =
        Commands.run(Commands.PROJECT, pipeline(output, "--resume", "-Dmapreduce.job.reduces=1"));

    result.assertSucceeded();
    sample.assertExpected(fs, new Path(output));
  }

  @Test
  @Tag("faults")
  void ofTwoPipelinesOnOneOutputTheSecondIsRefused() throws Exception {
    String output = "/faults/two";
    Process first = faults.start(pipeline(output));
    while (first.isAlive()
        && !faults.clientLog().contains("[2/7]")
        && !faults.clientLog().contains("[1/7]")) {
      Thread.sleep(50);
    }
    for (String how : List.of("--resume", "--overwrite")) {
      Commands.Result second = Commands.run(Commands.PROJECT, pipeline(output, how));
      assertThat(second.status()).as(how + ": " + second.err()).isEqualTo(2);
      assertThat(second.err()).contains(output, "is writing to");
    }
    Guard.await(first);
    assertThat(first.exitValue()).as(faults.clientLog()).isZero();
    sample.assertExpected(fs, new Path(output));
  }

  @Test
  @Tag("faults")
  void anExhaustedQuotaIsToldAndResumed() throws Exception {
    String output = "/faults/quota";
    fs.mkdirs(new Path(output));
    // A task of ingest has two open files, of two blocks each, which take more than that.
    String block = "-Ddfs.blocksize=1048576";
    setQuota("-setSpaceQuota", "3500000", output);
    assertQuotaIsTold(output, block);
    assertThat(fs.listStatus(new Path(output))).as("what ingest began").isEmpty();

    // At the end there are more names than that, while documents are ingested there are fewer.
    ContentSummary base = fs.getContentSummary(new Path(BASE));
    long names = base.getFileCount() + base.getDirectoryCount();
    setQuota("-clrSpaceQuota", output);
    setQuota("-setQuota", String.valueOf(names - 10), output);
    assertQuotaIsTold(output, block);
    assertThat(fs.exists(new Path(path(output, Stage.INGEST)))).as("documents").isTrue();
    for (Stage stage : Stage.values()) {
      Path folder = new Path(path(output, stage));
      if (fs.exists(folder) && stage != Stage.INGEST) {
        assertThat(fs.exists(new Path(folder, "_SUCCESS")))
            .as(folder + " is complete, or not there")
            .isTrue();
      }
    }
    setQuota("-clrQuota", output);
    Commands.run(Commands.PROJECT, pipeline(output, block, "--resume")).assertSucceeded();
    sample.assertExpected(fs, new Path(output));
  }

  private void assertQuotaIsTold(String output, String option) throws Exception {
    Commands.Result full = Commands.run(Commands.PROJECT, pipeline(output, option));
    assertThat(full.status()).as(full.err()).isEqualTo(1);
    assertThat(full.err()).containsIgnoringCase("quota");
  }

  private void setQuota(String... arguments) throws Exception {
    String hadoop = cluster.folder().resolve("bin/hadoop").toString();
    List<String> command = new ArrayList<>(List.of(hadoop, "dfsadmin"));
    command.addAll(List.of(arguments));
    Commands.run(Commands.PROJECT, command).assertSucceeded();
  }

  // Damaged files

  /** Copies a folder of the undisturbed results; returns where it is. */
  private String copy(String name, Stage stage) throws IOException {
    Path from = new Path(path(BASE, stage));
    Path to = new Path("/faults/" + name + "/" + stage.folder());
    FileUtil.copy(fs, from, fs, to, false, fs.getConf());
    return to.toString();
  }

  private void assertRefused(Stage stage, int status, String message, String... arguments)
      throws Exception {
    String output = arguments[arguments.length - 1];
    // What only a task can find is found on YARN, whose tasks can tell.
    List<String> all = new ArrayList<>(List.of(stage.verb()));
    if (status != 1) {
      all.add("-Dmapreduce.framework.name=local");
    }
    all.addAll(List.of(arguments));
    Commands.Result result = cluster.run(all.toArray(new String[0]));
    assertThat(result.status()).as(result.err()).isEqualTo(status);
    assertThat(result.err()).contains(message);
    assertThat(fs.exists(new Path(output))).as(output).isFalse();
  }

  @Test
  @Tag("long")
  void aChangedOutputIsRefusedByName() throws Exception {
    String buckets = copy("missing", Stage.BAND_BUCKET);
    fs.delete(new Path(buckets, "part-r-00001"), false);
    assertRefused(
        Stage.CANDIDATE_LIST,
        2,
        buckets + "/part-r-00001 is missing",
        buckets,
        "/faults/missing/out");

    // Of the same length, which only the checksum tells.
    String pairs = copy("edited", Stage.VERIFY);
    Path part = new Path(pairs, "part-r-00000");
    byte[] text = Sample.bytes(fs, part);
    text[text.length / 2] ^= 1;
    try (OutputStream out = fs.create(part, true)) {
      out.write(text);
    }
    assertRefused(
        Stage.CLUSTER,
        2,
        part + " has another checksum",
        path(BASE, Stage.INGEST),
        pairs,
        "/faults/edited/out");

    assertRefused(
        Stage.BAND_BUCKET,
        2,
        "neardup.banding.bands",
        "-Dneardup.banding.bands=7",
        path(BASE, Stage.SHINGLE_SORT),
        "/faults/configuration");
  }

  @Test
  @Tag("faults")
  void aCorruptedBlockIsFoundByItsChecksum() throws Exception {
    String buckets = copy("corrupt", Stage.BAND_BUCKET);
    String name;
    try (HdfsDataInputStream in =
        (HdfsDataInputStream) fs.open(new Path(buckets, "part-r-00000"))) {
      name = in.getAllBlocks().get(0).getBlock().getBlockName();
    }
    int damaged = 0;
    for (String node : List.of("datanode1", "datanode2")) {
      try (Stream<java.nio.file.Path> files = Files.walk(cluster.folder().resolve(node))) {
        for (java.nio.file.Path block : files.filter(file -> file.endsWith(name)).toList()) {
          try (RandomAccessFile file = new RandomAccessFile(block.toFile(), "rw")) {
            long middle = file.length() / 2;
            file.seek(middle);
            int old = file.read();
            file.seek(middle);
            file.write(old ^ 1);
          }
          damaged++;
        }
      }
    }
    assertThat(damaged).as("replicas").isEqualTo(2);
    assertRefused(Stage.CANDIDATE_LIST, 1, "part-r-00000", buckets, "/faults/corrupt/out");
  }
}
