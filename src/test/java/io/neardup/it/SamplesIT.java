package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    for (String command :
        List.of(
            "ingest INPUT corpus",
            "shingle-sort corpus 1-signatures",
            "band-bucket 1-signatures 2-buckets",
            "candidate-list 2-buckets 3-candidates",
            "verify corpus 1-signatures 3-candidates 4-pairs",
            "cluster corpus 4-pairs 5-clusters",
            "dedup corpus 5-clusters 6-dedup")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
      String verb = words.remove(0);
      words.replaceAll(
          word -> (word.equals("INPUT") ? sample.input() : folder.resolve(word)).toString());
      words.addAll(0, List.of(verb, "-conf", sample.configuration()));
      Commands.embedded("512m", words.toArray(new String[0])).assertSucceeded();
    }

    assertExpected(sample, folder);
  }
}
