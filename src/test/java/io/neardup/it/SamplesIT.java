package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The built jar, embedded, on every sample of {@code hdfs-samples/}: each stage as expected. */
@Order(2)
class SamplesIT {

  @TempDir private Path folder;

  private static void assertExpected(Sample sample, Path output) throws IOException {
    sample.assertExpected(
        FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(output.toUri()));
  }

  @ParameterizedTest
  @CsvSource({"pgdoc, sort", "pgdoc, local", "book, sort", "book-sets, sort", "products, local"})
  void pipelineGivesTheExpectedBytes(String name, String plan) throws Exception {
    Sample sample = new Sample(name);
    Path output = folder.resolve("output");

    Commands.Result result =
        Commands.embedded(
                "512m",
                "pipeline",
                "-conf",
                sample.configuration(),
                "-Dneardup.signature.plan=" + plan,
                sample.input().toString(),
                output.toString())
            .assertSucceeded();

    assertThat(result.out())
        .contains(
            "pairs kept", "largest cluster", "most similar pairs", "results: file:", "/6-dedup");
    assertExpected(sample, output);
    if (name.equals("pgdoc") || name.equals("book")) {
      assertColumns(sample, output.resolve("corpus"));
    }
    String hadoop =
        Commands.HADOOP_VERSION == null ? VersionInfo.getVersion() : Commands.HADOOP_VERSION;
    assertThat(Files.readString(output.resolve("4-pairs/_neardup.json")))
        .contains("\"hadoop\" : \"" + hadoop + "\"");
  }

  private static void assertColumns(Sample sample, Path corpus) throws IOException {
    StringBuilder columns = new StringBuilder();
    for (String line : Files.readAllLines(corpus.resolve("batches/00000/sources.tsv"))) {
      String[] range = line.split("\t", -1);
      columns.append(String.join("\t", range[1], range[6], range[7], range[8])).append('\n');
    }
    assertThat(columns.toString())
        .isEqualTo(new String(sample.expected("corpus"), StandardCharsets.UTF_8));
  }

  @Test
  @Tag("large")
  void everyStageAloneGivesTheSameBytes() throws Exception {
    Sample sample = new Sample("products");
    String conf = sample.configuration();
    String corpus = folder.resolve("corpus").toString();
    String signatures = folder.resolve("1-signatures").toString();
    String buckets = folder.resolve("2-buckets").toString();
    String candidates = folder.resolve("3-candidates").toString();
    String pairs = folder.resolve("4-pairs").toString();
    String clusters = folder.resolve("5-clusters").toString();
    String collection = folder.resolve("6-dedup").toString();
    String input = sample.input().toString();

    Commands.embedded("512m", "ingest", "-conf", conf, input, corpus).assertSucceeded();
    Commands.embedded("512m", "shingle-sort", "-conf", conf, corpus, signatures).assertSucceeded();
    Commands.embedded("512m", "band-bucket", "-conf", conf, signatures, buckets).assertSucceeded();
    Commands.embedded("512m", "candidate-list", "-conf", conf, buckets, candidates)
        .assertSucceeded();
    Commands.embedded("512m", "verify", "-conf", conf, corpus, signatures, candidates, pairs)
        .assertSucceeded();
    Commands.embedded("512m", "cluster", "-conf", conf, corpus, pairs, clusters).assertSucceeded();
    Commands.embedded("512m", "dedup", "-conf", conf, corpus, clusters, collection)
        .assertSucceeded();

    assertExpected(sample, folder);
  }
}
