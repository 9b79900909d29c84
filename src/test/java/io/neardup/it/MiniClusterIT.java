package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Stage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job jar on HDFS and YARN, submitted by a client process through RunJar as {@code hadoop jar}
 * does: the same bytes as the samples expect, with several map and reduce tasks.
 */
class MiniClusterIT {

  @TempDir private static Path folder;

  private static MiniDFSCluster hdfs;
  private static MiniMRYarnCluster yarn;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
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
    conf.set(
        "yarn.app.mapreduce.am.command-opts", "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    conf.setInt("mapreduce.map.memory.mb", 768);
    conf.setInt("mapreduce.reduce.memory.mb", 768);
    conf.set("mapreduce.map.java.opts", "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    conf.set("mapreduce.reduce.java.opts", "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    conf.set("yarn.application.classpath", librariesOfTheTests());
    conf.set("mapreduce.application.classpath", "");
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(2).build();
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

  private static Commands.Result hadoopJar(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(Commands.java(), "-Xmx512m", "-cp"));
    command.add(folder.resolve("conf") + ":" + Commands.hadoopClasspath());
    command.addAll(List.of("org.apache.hadoop.util.RunJar", Commands.JAR.toString()));
    command.addAll(List.of(arguments));
    return Commands.run(folder, command);
  }

  private static byte[] parts(FileSystem fs, String output) throws IOException {
    FileStatus[] parts =
        fs.listStatus(
            new org.apache.hadoop.fs.Path(output), path -> path.getName().startsWith("part-"));
    Arrays.sort(parts);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (FileStatus part : parts) {
      try (InputStream in = fs.open(part.getPath())) {
        in.transferTo(all);
      }
    }
    return all.toByteArray();
  }

  private static void put(FileSystem fs, Path sample) throws IOException {
    try (Stream<Path> files = Files.list(sample.resolve("input"))) {
      for (Path file : files.toList()) {
        fs.copyFromLocalFile(
            new org.apache.hadoop.fs.Path(file.toUri()),
            new org.apache.hadoop.fs.Path("/" + sample.getFileName() + "/" + file.getFileName()));
      }
    }
  }

  private static void runSample(String name, String... options) throws Exception {
    FileSystem fs = hdfs.getFileSystem();
    Path sample = Commands.PROJECT.resolve("hdfs-samples").resolve(name);
    put(fs, sample);
    String output = "/out/" + name;
    List<String> arguments = new ArrayList<>();
    arguments.add("pipeline");
    arguments.addAll(List.of("-conf", sample.resolve("neardup.xml").toString()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("/" + name, output));

    int jobsBefore = yarnJobs();

    Commands.Result result = hadoopJar(arguments.toArray(new String[0])).assertSucceeded();

    // Ingest (sets: grouped and ordered first), three chained jobs, first look and comparison,
    // components and their documents.
    assertThat(yarnJobs() - jobsBefore).isEqualTo(name.equals("products") ? 10 : 8);

    assertThat(result.err()).contains("[6/6] cluster: ");
    assertThat(result.out()).contains("pairs kept", "results: hdfs://");
    for (Stage stage : Stage.values()) {
      String stageFolder = output + "/" + stage.folder();
      assertThat(fs.exists(new org.apache.hadoop.fs.Path(stageFolder, "_SUCCESS"))).isTrue();
      if (stage != Stage.INGEST) {
        assertThat(parts(fs, stageFolder))
            .as(stageFolder)
            .isEqualTo(Files.readAllBytes(sample.resolve("expected").resolve(stage.folder())));
      }
    }
  }

  private static int yarnJobs() {
    return yarn.getResourceManager().getRMContext().getRMApps().size();
  }

  @Test
  void documentsGiveTheExpectedBytesWithSeveralMapAndReduceTasks() throws Exception {
    runSample(
        "pgdoc",
        "-Dmapreduce.job.reduces=2",
        "-Dneardup.ingest.range-bytes=100000",
        "-Dneardup.document.split-bytes=600000",
        "-Dmapreduce.input.fileinputformat.split.maxsize=100000");
    assertThat(
            hdfs.getFileSystem()
                .listStatus(
                    new org.apache.hadoop.fs.Path("/out/pgdoc/4-pairs"),
                    path -> path.getName().startsWith("part-r-")))
        .hasSize(2);
  }

  @Test
  void setsGiveTheExpectedBytes() throws Exception {
    // Small jobs in the application master alone: another way in which Hadoop may run them.
    runSample("products", "-Dmapreduce.job.reduces=2", "-Dmapreduce.job.ubertask.enable=true");
  }
}
