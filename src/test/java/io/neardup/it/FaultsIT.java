package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import io.neardup.config.Stage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterAll;
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
 * are, byte for byte, those of an undisturbed run, or there is a message and no result. What was
 * done when, and what came of it, is written to {@code target/faults.md}.
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
          "-Dmapreduce.job.ubertask.enable=false", // for tasks that can be killed
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
  private final List<String> table = new ArrayList<>();
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
    List<String> arguments = new ArrayList<>(List.of("-conf", sample.configuration()));
    arguments.addAll(OPTIONS);
    arguments.addAll(List.of(input, BASE));
    cluster.runInClient("pipeline", arguments.toArray(new String[0])).assertSucceeded();
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(BASE));
  }

  @AfterAll
  void writeTable() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| fault | in | seed | what happened when | seconds | outcome |");
    lines.add("| --- | --- | --- | --- | --- | --- |");
    lines.addAll(table);
    Files.write(Commands.PROJECT.resolve("target/faults.md"), lines);
  }

  static LongStream seeds() {
    long first = Long.getLong("neardup.it.seed", 1);
    return LongStream.range(first, first + Long.getLong("neardup.it.seeds", 1));
  }

  private static String row(Object... fields) {
    StringBuilder row = new StringBuilder("|");
    for (Object field : fields) {
      row.append(' ').append(field).append(" |");
    }
    return row.toString();
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
      long from = System.nanoTime();
      Process process = faults.start(command(stage, run, List.of(options)));
      String happened = fault.strike(process, random);
      Guard.await(process);
      long seconds = (System.nanoTime() - from) / 1_000_000_000;
      boolean same = process.exitValue() == 0 && isAsUndisturbed(stage, run);
      if (same && happened != null && ofTask && faults.lostAttempts(jobs) == 0) {
        happened = null; // the task had done its work before it was struck
      }
      if (happened != null || !same) {
        table.add(
            row(what, stage.verb(), seed, happened, seconds, same ? "same bytes" : "DIFFERENT"));
      }
      assertThat(process.exitValue())
          .as("%s, seed %s: %s", what, seed, faults.clientLog())
          .isZero();
      assertThat(same).as("%s in %s, seed %s, %s", what, stage, seed, happened).isTrue();
      fs.delete(new org.apache.hadoop.fs.Path(run), true);
      if (happened != null) {
        return;
      }
    }
    throw new AssertionError(what + " in " + stage + ", seed " + seed + ": never struck");
  }

  private boolean isAsUndisturbed(Stage stage, String run) throws IOException {
    if (stage == Stage.INGEST) {
      String manifest = "/batches/00000/sources.tsv";
      return new String(bytes(path(run, stage) + manifest), StandardCharsets.UTF_8)
          .equals(new String(bytes(path(BASE, stage) + manifest), StandardCharsets.UTF_8));
    }
    Map<String, String> here = files(path(run, stage));
    return here.equals(files(path(BASE, stage))) && !here.isEmpty();
  }

  private byte[] bytes(String file) throws IOException {
    return Sample.bytes(fs, new org.apache.hadoop.fs.Path(file));
  }

  /** Returns the files that hold results, by name: not notes, lists and marks. */
  private Map<String, String> files(String folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    RemoteIterator<LocatedFileStatus> all =
        fs.listFiles(new org.apache.hadoop.fs.Path(folder), true);
    while (all.hasNext()) {
      org.apache.hadoop.fs.Path file = all.next().getPath();
      String name = file.toUri().getPath().substring(folder.length() + 1);
      if (!name.startsWith("_")) {
        files.put(name, new String(Sample.bytes(fs, file), StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  // A selection for every build

  @Test
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

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aKilledApplicationMaster(long seed) throws Exception {
    List<Stage> stages = List.of(Stage.values());
    Stage stage = stages.get((int) (seed % stages.size()));
    disturb("application master", stage, seed, faults::killApplicationMaster);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aKilledNodeManager(long seed) throws Exception {
    String name = "nodemanager" + (1 + seed % 2);
    try {
      disturb("NodeManager", Stage.VERIFY, seed, faults.killsDaemon(name));
    } finally {
      cluster.script("start").assertSucceeded();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aKilledDataNode(long seed) throws Exception {
    try {
      disturb("DataNode", Stage.CLUSTER, seed, faults.killsDaemon("datanode" + (1 + seed % 2)));
    } finally {
      cluster.script("start").assertSucceeded();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aRestartedNameNode(long seed) throws Exception {
    disturb(
        "NameNode, restarted",
        Stage.VERIFY,
        seed,
        (run, random) -> {
          String happened = faults.killsDaemon("namenode").strike(run, random);
          cluster.script("start").assertSucceeded();
          return happened;
        });
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

  private void record(String what, String happened, long from, String outcome) {
    long seconds = (System.nanoTime() - from) / 1_000_000_000;
    table.add(row(what, "pipeline", seeds().findFirst().orElse(0), happened, seconds, outcome));
  }

  /** Also what is left by a pipeline that is cut off while its last job still runs. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("faults")
  void aKilledClientIsResumed(long seed) throws Exception {
    Random random = new Random(seed);
    String output = "/faults/client-" + seed;
    long from = System.nanoTime();
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
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(output));
    record(
        "client killed, then --resume", delay + " ms after [" + stage + "/7]", from, "same bytes");
  }

  @Test
  @Tag("faults")
  void ofTwoPipelinesOnOneOutputTheSecondIsRefused() throws Exception {
    String output = "/faults/two";
    long from = System.nanoTime();
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
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(output));
    record("a second pipeline on the same output", "--resume, --overwrite", from, "refused");
  }

  @Test
  @Tag("faults")
  void anExhaustedQuotaIsToldAndResumed() throws Exception {
    String output = "/faults/quota";
    long from = System.nanoTime();
    fs.mkdirs(new org.apache.hadoop.fs.Path(output));
    // Two open files of two blocks each take more than that, one does not.
    String block = "-Ddfs.blocksize=1048576";
    Commands.run(Commands.PROJECT, hadoop("dfsadmin", "-setSpaceQuota", "3500000", output))
        .assertSucceeded();

    Commands.Result full = Commands.run(Commands.PROJECT, pipeline(output, block));

    assertThat(full.status()).isEqualTo(1);
    assertThat(full.err()).containsIgnoringCase("quota");
    for (Stage stage : Stage.values()) {
      org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(path(output, stage));
      if (fs.exists(folder) && stage != Stage.INGEST) {
        assertThat(fs.exists(new org.apache.hadoop.fs.Path(folder, "_SUCCESS")))
            .as(folder + " is complete, or not there")
            .isTrue();
      }
    }
    Commands.run(Commands.PROJECT, hadoop("dfsadmin", "-clrSpaceQuota", output)).assertSucceeded();
    Commands.run(Commands.PROJECT, pipeline(output, block, "--resume")).assertSucceeded();
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(output));
    String message = full.err().lines().reduce((a, b) -> b).orElse("");
    record("space quota", message.replace('|', '/'), from, "told; resumed, same bytes");
  }

  private List<String> hadoop(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(cluster.folder().resolve("bin/hadoop").toString());
    command.addAll(List.of(arguments));
    return command;
  }

  // Damaged files

  /** Copies a folder of the undisturbed results; returns where it is. */
  private String copy(String name, Stage stage) throws IOException {
    org.apache.hadoop.fs.Path from = new org.apache.hadoop.fs.Path(path(BASE, stage));
    org.apache.hadoop.fs.Path to =
        new org.apache.hadoop.fs.Path("/faults/" + name + "/" + stage.folder());
    FileUtil.copy(fs, from, fs, to, false, fs.getConf());
    return to.toString();
  }

  private void assertRefused(
      String what, Stage stage, int status, String message, String... arguments) throws Exception {
    long from = System.nanoTime();
    String output = arguments[arguments.length - 1];
    List<String> all = new ArrayList<>(List.of(stage.verb()));
    all.addAll(List.of(arguments));
    // What only a task can find is found on YARN, whose tasks can tell.
    Commands.Result result =
        status == 1
            ? cluster.run(all.toArray(new String[0]))
            : cluster.runInClient(stage.verb(), arguments);
    assertThat(result.status()).as(result.err()).isEqualTo(status);
    assertThat(result.err()).contains(message);
    assertThat(fs.exists(new org.apache.hadoop.fs.Path(output))).as(output).isFalse();
    String last = result.err().lines().reduce((a, b) -> b).orElse("").replace('|', '/');
    long seconds = (System.nanoTime() - from) / 1_000_000_000;
    table.add(row(what, stage.verb(), "", last, seconds, "refused"));
  }

  @Test
  void aChangedOutputIsRefusedByName() throws Exception {
    String buckets = copy("missing", Stage.BAND_BUCKET);
    fs.delete(new org.apache.hadoop.fs.Path(buckets, "part-r-00001"), false);
    assertRefused(
        "part file missing",
        Stage.CANDIDATE_LIST,
        2,
        buckets + "/part-r-00001 is missing",
        buckets,
        "/faults/missing/out");

    // Of the same length, which only the checksum tells.
    String pairs = copy("edited", Stage.VERIFY);
    org.apache.hadoop.fs.Path part = new org.apache.hadoop.fs.Path(pairs, "part-r-00000");
    byte[] text = Sample.bytes(fs, part);
    text[text.length / 2] ^= 1;
    try (OutputStream out = fs.create(part, true)) {
      out.write(text);
    }
    assertRefused(
        "part file edited",
        Stage.CLUSTER,
        2,
        part + " has another checksum",
        path(BASE, Stage.INGEST),
        pairs,
        "/faults/edited/out");
  }

  @Test
  @Tag("faults")
  void aTruncatedListOfPartsAndAnotherConfigurationAreRefusedByName() throws Exception {
    String corpus = copy("parts", Stage.INGEST);
    org.apache.hadoop.fs.Path parts =
        new org.apache.hadoop.fs.Path(corpus, "batches/00000/parts.tsv");
    fs.truncate(parts, fs.getFileStatus(parts).getLen() / 2);
    Thread.sleep(3000); // HDFS closes the file by and by
    assertRefused(
        "list of parts truncated",
        Stage.SHINGLE_SORT,
        2,
        parts + " is damaged; ingest again",
        corpus,
        "/faults/parts/out");

    assertRefused(
        "another configuration",
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
        (HdfsDataInputStream) fs.open(new org.apache.hadoop.fs.Path(buckets, "part-r-00000"))) {
      name = in.getAllBlocks().get(0).getBlock().getBlockName();
    }
    int damaged = 0;
    for (String node : List.of("datanode1", "datanode2")) {
      try (Stream<Path> files = Files.walk(cluster.folder().resolve(node))) {
        for (Path block : files.filter(file -> file.endsWith(name)).toList()) {
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
    assertRefused(
        "corrupted block, all replicas",
        Stage.CANDIDATE_LIST,
        1,
        "part-r-00000",
        buckets,
        "/faults/corrupt/out");
  }
}
