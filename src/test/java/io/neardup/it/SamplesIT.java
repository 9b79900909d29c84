package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Stage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The built jar, embedded, on every sample of {@code hdfs-samples/}: each stage as expected. */
class SamplesIT {

  @TempDir private Path folder;

  private static byte[] parts(Path stage) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Stream<Path> files = Files.list(stage)) {
      for (Path part :
          files.filter(f -> f.getFileName().toString().startsWith("part-")).sorted().toList()) {
        all.write(Files.readAllBytes(part));
      }
    }
    return all.toByteArray();
  }

  private static Path sample(String name) {
    return Commands.PROJECT.resolve("hdfs-samples").resolve(name);
  }

  private static void assertExpected(Path sample, Path output) throws IOException {
    for (Stage stage : Stage.values()) {
      assertThat(output.resolve(stage.folder()).resolve("_SUCCESS")).exists();
      if (stage != Stage.INGEST) {
        assertThat(parts(output.resolve(stage.folder())))
            .as(stage.folder())
            .isEqualTo(Files.readAllBytes(sample.resolve("expected").resolve(stage.folder())));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"pgdoc, sort", "pgdoc, local", "book, sort", "book-sets, sort", "products, local"})
  void pipelineGivesTheExpectedBytes(String name, String plan) throws Exception {
    Path output = folder.resolve("output");

    Commands.Result result =
        Commands.embedded(
                "512m",
                "pipeline",
                "-conf",
                sample(name).resolve("neardup.xml").toString(),
                "-Dneardup.signature.plan=" + plan,
                sample(name).resolve("input").toString(),
                output.toString())
            .assertSucceeded();

    assertThat(result.out())
        .contains("pairs kept", "largest cluster", "most similar pairs", "results: file:");
    assertExpected(sample(name), output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pgdoc", "book"})
  void manifestHasTheExpectedColumns(String name) throws Exception {
    Path corpus = folder.resolve("corpus");

    Commands.embedded("512m", "ingest", sample(name).resolve("input").toString(), corpus.toString())
        .assertSucceeded();

    ObjectMapper json = new ObjectMapper();
    StringBuilder columns = new StringBuilder();
    for (String line : Files.readAllLines(corpus.resolve("batches/00000/manifest.jsonl"))) {
      JsonNode range = json.readTree(line);
      for (String field : List.of("name", "firstColumn", "documents")) {
        columns.append(range.get(field).asText()).append('\t');
      }
      columns.append(range.get("skipped").asText()).append('\n');
    }
    assertThat(columns.toString())
        .isEqualTo(Files.readString(sample(name).resolve("expected/corpus")));
  }

  @Test
  void everyStageAloneGivesTheSameBytes() throws Exception {
    String name = "products";
    String conf = sample(name).resolve("neardup.xml").toString();
    String corpus = folder.resolve("corpus").toString();
    String signatures = folder.resolve("1-signatures").toString();
    String buckets = folder.resolve("2-buckets").toString();
    String candidates = folder.resolve("3-candidates").toString();
    String pairs = folder.resolve("4-pairs").toString();
    String clusters = folder.resolve("5-clusters").toString();
    String input = sample(name).resolve("input").toString();

    Commands.embedded("512m", "ingest", "-conf", conf, input, corpus).assertSucceeded();
    Commands.embedded("512m", "shingle-sort", "-conf", conf, corpus, signatures).assertSucceeded();
    Commands.embedded("512m", "band-bucket", "-conf", conf, signatures, buckets).assertSucceeded();
    Commands.embedded("512m", "candidate-list", "-conf", conf, buckets, candidates)
        .assertSucceeded();
    Commands.embedded("512m", "verify", "-conf", conf, corpus, signatures, candidates, pairs)
        .assertSucceeded();
    Commands.embedded("512m", "cluster", "-conf", conf, corpus, pairs, clusters).assertSucceeded();

    assertExpected(sample(name), folder);
  }
}
