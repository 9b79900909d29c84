package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.it.Cluster.YarnJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The job jar on HDFS and YARN, submitted as its users do: the same bytes as the samples expect,
 * with several map and reduce tasks.
 */
@Order(1)
@ExtendWith(Cluster.Provider.class)
@ResourceLock(Cluster.LOCK)
class ClusterIT {

  private static final List<String> JOBS =
      Stream.of(
              ("ingest;shingle-sort;band-bucket;candidate-list;verify, signature filter;verify,"
                      + " comparison;cluster, direct linking;cluster, documents;dedup")
                  .split(";", -1))
          .map(job -> "neardup " + job)
          .toList();

  /** The jobs of which a pipeline of two reduce tasks has one only, or none. */
  private static final List<String> NOT_SHARED =
      List.of("neardup ingest", "neardup cluster, direct linking", "neardup dedup");

  private static final Pattern RESULTS = Pattern.compile("results: (hdfs://.*)/6-dedup");

  @TempDir private Path folder;
  private final Cluster cluster;
  private final FileSystem fs;

  ClusterIT(Cluster cluster) throws Exception {
    this.cluster = cluster;
    this.fs = cluster.fs();
  }

  private List<YarnJob> jobsAfter(int before) throws Exception {
    List<YarnJob> jobs = cluster.jobs();
    return jobs.subList(before, jobs.size());
  }

  /** The first of them is the pipeline, on the samples, in several map and reduce tasks. */
  @Test
  @Tag("long")
  void theCommandsOfThePageGiveTheExpectedBytes() throws Exception {
    Sample sample = new Sample("pgdoc");
    String options =
        " -conf "
            + sample.configuration()
            + " -Dmapreduce.job.reduces=2"
            + " -Dneardup.client.max-job-bytes=0"
            + " -Dneardup.ingest.range-bytes=100000"
            + " -Dneardup.document.split-bytes=600000"
            + " -Dneardup.dedup.part-bytes=200000"
            + " -Dmapreduce.input.fileinputformat.split.maxsize=500000";
    int before = cluster.jobs().size();
    List<String> commands = new ArrayList<>();
    String results = null;
    for (String line :
        Files.readAllLines(Commands.PROJECT.resolve("src/site/markdown/cluster.md"))) {
      // The last one, to stop it, is run after all tests.
      if (line.matches("\\$ .*(--cluster|cluster\\.sh).*") && !line.endsWith(" stop")) {
        String command = line.substring(2);
        commands.add(command);
        boolean pipeline = command.startsWith("./run-pipeline.sh");
        Commands.Result result =
            cluster.shell(pipeline ? command + options : command).assertSucceeded();
        if (pipeline) {
          Matcher matcher = RESULTS.matcher(result.out());
          assertThat(matcher.find()).isTrue();
          results = matcher.group(1);
          assertThat(result.err()).contains("[7/7] dedup: ");
          assertThat(result.out()).contains("pairs kept", "4-pairs/part-r-00000\n    pg13:");
        }
      }
    }

    assertThat(commands)
        .startsWith("./run-pipeline.sh --cluster")
        .contains("src/cluster/cluster.sh status");
    sample.assertExpected(fs, new org.apache.hadoop.fs.Path(results));
    assertThat(fs.listStatus(new org.apache.hadoop.fs.Path("samples/pgdoc"))).hasSize(4);
    List<YarnJob> jobs = jobsAfter(before);
    assertThat(jobs).extracting(YarnJob::name).containsExactlyElementsOf(JOBS);
    for (YarnJob job : jobs) {
      JsonNode history = cluster.history(job);
      assertThat(history.get("state").asText()).isEqualTo("SUCCEEDED");
      if (!NOT_SHARED.contains(job.name())) {
        assertThat(history.get("reducesTotal").asInt()).as(job.name()).isEqualTo(2);
      }
      assertThat(history.get("mapsTotal").asInt()).as(job.name()).isGreaterThan(1);
    }
    String jar = cluster.setting(jobs.get(0), "mapreduce.job.jar"); // which nodes keep
    assertThat(jar).matches("hdfs://.*/_work/[0-9a-f-]*/neardup\\.jar");
    for (YarnJob job : jobs) {
      assertThat(cluster.setting(job, "mapreduce.job.jar")).isEqualTo(jar);
      assertThat(cluster.setting(job, "mapreduce.job.jobjar.visibility")).isEqualTo("true");
    }
    assertThat(fs.exists(new org.apache.hadoop.fs.Path(results, "6-dedup/kept/pg13-00001.tsv")))
        .isTrue();
  }

  @Test
  @Tag("long")
  void smallJobsRunInTheClient() throws Exception {
    Sample sample = new Sample("products");
    int before = cluster.jobs().size();
    String conf = sample.configuration();
    String input = cluster.put(sample);

    cluster
        .run("ingest", "-conf", conf, "-Dmapreduce.job.reduces=1", input, "/sets/corpus")
        .assertSucceeded();

    assertThat(jobsAfter(before)).isEmpty();
    assertSignatures(sample, "/sets");
  }

  /** Checks what a corpus of a sample gives. */
  private void assertSignatures(Sample sample, String top) throws Exception {
    String conf = sample.configuration();
    String signatures = top + "/1-signatures";
    cluster.run("shingle-sort", "-conf", conf, top + "/corpus", signatures).assertSucceeded();
    assertThat(Sample.parts(fs, new org.apache.hadoop.fs.Path(signatures)))
        .isEqualTo(sample.expected("1-signatures"));
  }

  /** HDFS refuses a look below a file as a lack of permissions. */
  @Test
  @Tag("long")
  void aFileOfHdfsIsTakenAsAnInput() throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/files/one.tsv");
    fs.create(file).close();

    assertThat(Corpus.isCorpus(fs.getConf(), fs.makeQualified(file))).isFalse();
  }

  @Test
  @Tag("large")
  void filesOfTheLocalDiskAreCopiedIntoTheCorpus() throws Exception {
    Sample sample = new Sample("pgdoc");
    org.apache.hadoop.fs.Path corpus = new org.apache.hadoop.fs.Path("/local/corpus");
    org.apache.hadoop.fs.Path batch = new org.apache.hadoop.fs.Path(corpus, "batches/00000");
    Path input = Files.createDirectories(folder.resolve("local"));
    for (Path file : sample.inputFiles()) {
      Files.copy(file, input.resolve(file.getFileName()));
    }

    cluster.run("ingest", input.toUri().toString(), corpus.toString()).assertSucceeded();
    try (Stream<Path> files = Files.list(input)) { // the corpus has its own
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }

    for (Path file : sample.inputFiles()) {
      assertThat(
              Sample.bytes(fs, new org.apache.hadoop.fs.Path(batch, "files/" + file.getFileName())))
          .isEqualTo(Files.readAllBytes(file));
    }
    assertThat(cluster.run("corpus", "verify", corpus.toString()).assertSucceeded().out())
        .contains("batch-00000: unchanged, 344 documents");
    assertSignatures(sample, "/local");
  }

  @Test
  @Tag("large")
  void theScriptHealsAClusterAndKeepsItsFiles() throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/kept");
    fs.create(file).close();
    cluster.script("kill", "datanode2").assertSucceeded();
    cluster.script("kill", "namenode").assertSucceeded();

    Commands.Result status = cluster.script("status");
    assertThat(status.status()).isEqualTo(3);
    assertThat(status.out())
        .containsPattern("namenode +does not run")
        .containsPattern("datanode2 +does not run")
        .containsPattern("datanode1 +process");
    assertThat(cluster.script("kill", "namenode").status()).isEqualTo(1);
    assertThat(cluster.script("kill", "datanode3").status()).isEqualTo(2);

    cluster.script("start").assertSucceeded();

    assertThat(cluster.script("status").assertSucceeded().out()).doesNotContain("not");
    assertThat(cluster.script("start").assertSucceeded().out()).contains(" runs");
    assertThat(fs.exists(file)).isTrue();
    assertThat(cluster.script("start", "--hadoop-version", "3.3.1").err())
        .contains("is of Hadoop ", "--folder");
  }
}
