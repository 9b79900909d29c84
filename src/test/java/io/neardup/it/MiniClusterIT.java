package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job jar on HDFS and YARN, submitted by a client process through RunJar as {@code hadoop jar}
 * does: the same bytes as the samples expect, with several map and reduce tasks.
 */
class MiniClusterIT {

  private static final List<String> INGEST_OF_SETS =
      List.of(
          "neardup ingest, grouping of sets", "neardup ingest, order of sets", "neardup ingest");

  /** The jobs of the stages after ingest: three chained ones, and those behind them. */
  private static final List<String> STAGES =
      List.of(
          "neardup shingle-sort",
          "neardup band-bucket",
          "neardup candidate-list",
          "neardup verify, first look",
          "neardup verify, comparison",
          "neardup cluster, union-find",
          "neardup cluster, decisions",
          "neardup cluster, documents",
          "neardup dedup");

  @TempDir private static Path folder;

  private static final int DATA_NODES = 2;

  /** Of the application masters and tasks. */
  private static final String QUICK_JVM =
      "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto";

  private static MiniDFSCluster hdfs;
  private static MiniMRYarnCluster yarn;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.setInt("dfs.replication", DATA_NODES);
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setInt("yarn.nodemanager.resource.memory-mb", 4096);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 512);
    // Whatever the disks are like on which tests run.
    conf.setFloat(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100f);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 768);
    conf.set("yarn.app.mapreduce.am.command-opts", QUICK_JVM);
    conf.setInt("mapreduce.map.memory.mb", 768);
    conf.setInt("mapreduce.reduce.memory.mb", 768);
    conf.set("mapreduce.map.java.opts", QUICK_JVM);
    conf.set("mapreduce.reduce.java.opts", QUICK_JVM);
    waitLess(conf);
    conf.set("yarn.application.classpath", librariesOfTheTests());
    conf.set("mapreduce.application.classpath", "");
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(DATA_NODES).build();
    conf.set("fs.defaultFS", hdfs.getFileSystem().getUri().toString());
    yarn = new MiniMRYarnCluster("neardup", 2);
    yarn.init(conf);
    yarn.start();
    Files.createDirectories(folder.resolve("conf"));
    // In each file, since Hadoop's defaults of one come after the site file of another.
    for (String site : List.of("core", "hdfs", "mapred", "yarn")) {
      try (OutputStream out = Files.newOutputStream(folder.resolve("conf/" + site + "-site.xml"))) {
        yarn.getConfig().writeXml(out);
      }
    }
  }

  /** Sets what by default lets short jobs wait for the next second. */
  private static void waitLess(Configuration conf) {
    for (String interval :
        List.of(
            "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms",
            "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
            "yarn.client.application-client-protocol.poll-interval-ms",
            "yarn.client.app-submission.poll-interval",
            "yarn.nodemanager.sleep-delay-before-sigkill.ms",
            "mapreduce.client.progressmonitor.pollinterval",
            "mapreduce.client.completion.pollinterval")) {
      conf.setInt(interval, 100);
    }
    conf.setInt("mapreduce.client.submit.file.replication", DATA_NODES);
  }

  /** The jars on the class path of the tests, Hadoop's servers among them; not our own classes. */
  private static String librariesOfTheTests() {
    String classpath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(classpath.split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .collect(Collectors.joining(","));
  }

  @AfterAll
  static void stop() {
    if (yarn != null) {
      yarn.stop();
    }
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  /** Runs a verb as {@code hadoop jar} does. */
  private static Commands.Result hadoopJar(String... arguments) throws Exception {
    List<String> main = List.of("org.apache.hadoop.util.RunJar", Commands.JAR.toString());
    return client(Commands.hadoopClasspath(), main, arguments);
  }

  /** Runs a verb whose jobs are run by the client itself, to save time. */
  private static Commands.Result embedded(String verb, String... arguments) throws Exception {
    return client(
        Commands.JAR + ":" + Commands.hadoopClasspath(),
        List.of("io.neardup.cli.Neardup", verb, "-Dmapreduce.framework.name=local"),
        arguments);
  }

  private static Commands.Result client(String classpath, List<String> main, String... arguments)
      throws Exception {
    List<String> command = new ArrayList<>(List.of(Commands.java()));
    command.addAll(List.of(QUICK_JVM.split(" ", -1)));
    command.addAll(List.of("-cp", folder.resolve("conf") + ":" + classpath));
    command.addAll(main);
    command.addAll(List.of(arguments));
    return Commands.run(folder, command);
  }

  private static void put(FileSystem fs, Sample sample) throws IOException {
    for (Path file : sample.inputFiles()) {
      fs.copyFromLocalFile(
          new org.apache.hadoop.fs.Path(file.toUri()),
          new org.apache.hadoop.fs.Path("/" + sample.name() + "/" + file.getFileName()));
    }
  }

  /** Runs a sample and returns the jobs it took, the first one first. */
  private static List<RMApp> runSample(Sample sample, String... options) throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    put(fs, sample);
    String output = "/out/" + sample.name();
    List<String> arguments = new ArrayList<>();
    arguments.add("pipeline");
    arguments.addAll(List.of("-conf", sample.configuration()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("/" + sample.name(), output));
    Set<ApplicationId> before = Set.copyOf(apps().keySet());

    Commands.Result result = hadoopJar(arguments.toArray(new String[0])).assertSucceeded();

    assertThat(result.err()).contains("[7/7] dedup: ");
    assertThat(result.out()).contains("pairs kept", "results: hdfs://", output + "/6-dedup");
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(output));
    return apps().entrySet().stream()
        .filter(app -> !before.contains(app.getKey()))
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static Map<ApplicationId, RMApp> apps() {
    return yarn.getResourceManager().getRMContext().getRMApps();
  }

  private static List<String> names(List<RMApp> jobs) {
    return jobs.stream().map(RMApp::getName).toList();
  }

  /** Returns how many processes a job was given, its application master among them. */
  private static int containers(RMApp job) {
    return job.getCurrentAppAttempt().getRMAppAttemptMetrics().getTotalAllocatedContainers();
  }

  @Test
  void documentsGiveTheExpectedBytesWithSeveralMapAndReduceTasks() throws Exception {
    List<RMApp> jobs =
        runSample(
            new Sample("pgdoc"),
            "-Dmapreduce.job.reduces=2",
            "-Dneardup.ingest.range-bytes=100000",
            "-Dneardup.document.split-bytes=600000",
            "-Dneardup.dedup.part-bytes=200000",
            "-Dmapreduce.input.fileinputformat.split.maxsize=200000");

    List<String> expected = new ArrayList<>(List.of("neardup ingest"));
    expected.addAll(STAGES);
    assertThat(names(jobs)).containsExactlyElementsOf(expected);
    FileSystem fs = hdfs.getFileSystem();
    assertThat(
            fs.listStatus(
                new org.apache.hadoop.fs.Path("/out/pgdoc/4-pairs"),
                path -> path.getName().startsWith("part-r-")))
        .hasSize(2);
    assertThat(fs.exists(new org.apache.hadoop.fs.Path("/out/pgdoc/6-dedup/kept/pg13-00001.tsv")))
        .isTrue();
  }

  @Test
  void setsGiveTheExpectedBytes() throws Exception {
    // In the application master alone, another way in which Hadoop may run small jobs: those of no
    // more than one reduce task.
    List<RMApp> jobs =
        runSample(
            new Sample("products"),
            "-Dmapreduce.job.reduces=1",
            "-Dmapreduce.job.ubertask.enable=true");

    List<String> expected = new ArrayList<>(INGEST_OF_SETS);
    expected.addAll(STAGES);
    assertThat(names(jobs)).containsExactlyElementsOf(expected);
    assertThat(jobs).allSatisfy(job -> assertThat(containers(job)).isEqualTo(1));
  }

  @Test
  void filesOfTheLocalDiskAreCopiedIntoTheCorpus() throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    Sample sample = new Sample("pgdoc");
    org.apache.hadoop.fs.Path corpus = new org.apache.hadoop.fs.Path("/local/corpus");
    org.apache.hadoop.fs.Path batch = new org.apache.hadoop.fs.Path(corpus, "batches/00000");
    Path input = Files.createDirectories(folder.resolve("local"));
    StringBuilder checksums = new StringBuilder();
    for (Path file : sample.inputFiles()) {
      Files.copy(file, input.resolve(file.getFileName()));
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      checksums.append(file.getFileName()).append('\t');
      checksums.append(HexFormat.of().formatHex(hash, 0, 16)).append('\n');
    }

    int jobs = apps().size();
    embedded("ingest", input.toUri().toString(), corpus.toString()).assertSucceeded();
    try (Stream<Path> files = Files.list(input)) { // the corpus has its own
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }

    assertThat(Sample.bytes(fs, new org.apache.hadoop.fs.Path(batch, "checksums.tsv")))
        .asString()
        .isEqualTo(checksums.toString());
    for (Path file : sample.inputFiles()) {
      assertThat(
              Sample.bytes(fs, new org.apache.hadoop.fs.Path(batch, "files/" + file.getFileName())))
          .isEqualTo(Files.readAllBytes(file));
    }
    assertThat(embedded("corpus", "verify", corpus.toString()).assertSucceeded().out())
        .contains("batch-00000: as ingested, 344 documents");
    embedded(
            "shingle-sort",
            "-conf",
            sample.configuration(),
            corpus.toString(),
            "/local/1-signatures")
        .assertSucceeded();
    assertThat(Sample.parts(fs, new org.apache.hadoop.fs.Path("/local/1-signatures")))
        .isEqualTo(sample.expected("1-signatures"));
    assertThat(apps()).hasSize(jobs);
  }
}
