package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.text.StopWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Documents that a window leaves behind as it slides over a text: neighbours are near-duplicates,
 * and a chain of them connects documents that have nothing in common. Their similarities in {@code
 * removed-by.tsv} are those of the documents themselves, whatever the number of tasks.
 */
class ChainsEqualReferenceTest {

  private static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final String[] DECIDING = {
    "neardup.similarity.threshold=0.7",
    "neardup.banding.bands=10",
    "neardup.banding.rows=2",
    "neardup.shingle.unit=word",
    "neardup.shingle.size=2",
    "neardup.ingest.range-bytes=700"
  };

  private static final String NO_TEXTS = ClusterDocuments.MAX_TEXT_BYTES + "=0";

  @TempDir private Path folder;

  private static Configuration conf(String... settings) throws IOException {
    Configuration conf = Mr.conf(DECIDING);
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      conf.set(parts[0], parts[1]);
    }
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private static org.apache.hadoop.fs.Path path(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private static PrintStream nowhere() {
    return new PrintStream(new ByteArrayOutputStream(), false, UTF_8);
  }

  /** Returns the texts of four chains of different steps, mixed, and of a few other documents. */
  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int chain = 0; chain < 4; chain++) {
      int length = 30 + random.nextInt(20);
      for (int window = 0; window < 25; window++) {
        StringBuilder text = new StringBuilder();
        int from = window * (1 + chain);
        for (int word = from; word < from + length; word++) {
          text.append("c").append(chain).append("w").append(word).append(' ');
        }
        texts.add(text.toString().strip());
      }
    }
    for (int i = 0; i < 10; i++) {
      texts.add("another document " + i + " of its own " + random.nextLong());
    }
    Collections.shuffle(texts, random);
    return texts;
  }

  private void makePairs(List<String> texts, String... settings) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      lines.add("d" + i + "\t" + texts.get(i));
    }
    Path input = Files.write(folder.resolve("texts.tsv"), lines);
    new Pipeline(conf(settings), nowhere(), List.of(path(input)), path(folder.resolve("output")))
        .run(Pipeline.Existing.REFUSE);
  }

  private StageMetadata cluster(Path output, String... settings) throws IOException {
    Configuration conf = conf(settings);
    try (StageContext context = new StageContext(conf, nowhere(), "cluster:", false)) {
      return ClusterStage.run(
          context,
          path(folder.resolve("output/corpus")),
          path(folder.resolve("output").resolve(Stage.VERIFY.folder())),
          path(output));
    }
  }

  private static List<Removal> links(Path output) throws IOException {
    return Files.readAllLines(output.resolve("removed-by.tsv")).stream()
        .map(Removal::parse)
        .filter(removal -> removal.reason().equals(Removal.LINK))
        .toList();
  }

  private static String withoutFiles(String line) {
    List<String> fields = new ArrayList<>(List.of(line.split("\t", -1)));
    assertThat(fields).hasSize(13);
    fields.subList(8, 10).clear();
    fields.subList(5, 7).clear();
    return String.join("\t", fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exact", "signature"})
  void chainsHaveTheSimilarityToTheKeptDocument(String verify) throws IOException {
    List<String> texts = texts(new Random(SEED));
    String mode = "neardup.verify=" + verify;
    makePairs(texts, mode);
    String priority = "neardup.cluster.priority-prefixes=texts";
    for (String keep : List.of("first", "longest", "priority")) {
      String[] keeping =
          keep.equals("priority")
              ? new String[] {mode, "neardup.cluster.keep=priority", priority}
              : new String[] {mode, "neardup.cluster.keep=" + keep};
      Settings settings = HadoopSettings.of(conf(keeping));
      ReferencePipeline reference = new ReferencePipeline(settings, false, StopWords.english());
      for (int i = 0; i < texts.size(); i++) {
        reference.add("d" + i, texts.get(i).getBytes(UTF_8));
      }
      byte[] once = null;
      byte[] least = null;
      for (int reducers : new int[] {1, 3, 7}) {
        String replay = "-Dneardup.test.seed=" + SEED + " " + keep + ", reducers " + reducers;
        Path output = folder.resolve(keep + reducers);
        List<String> options = new ArrayList<>(List.of(keeping));
        options.add("mapreduce.job.reduces=" + reducers);
        if (reducers > 1) { // in a job of its own
          options.add(NO_TEXTS);
        }
        options.add("neardup.document.split-bytes=" + (reducers == 1 ? 100_000 : 2000));
        StageMetadata metadata = cluster(output, options.toArray(new String[0]));
        List<String> lines = Files.readAllLines(output.resolve("removed-by.tsv"));
        assertThat(lines.stream().map(ChainsEqualReferenceTest::withoutFiles))
            .as(replay)
            .isEqualTo(reference.removedByLines());
        List<Removal> links = links(output);
        assertThat(links).as(replay).hasSizeGreaterThan(20);
        // A window that shares no word with the kept one.
        assertThat(links).as(replay).anyMatch(link -> link.similarity() == 0);
        assertThat(links).as(replay).allMatch(link -> link.linkSimilarity() >= 0.7);
        assertThat(metadata.count(ClusterCounters.REMOVED_BY_LINK)).isEqualTo(links.size());
        assertThat(metadata.text(Fact.LEAST_CHAIN_SIMILARITY)).isEqualTo("0.000000");
        assertThat(metadata.text(Fact.LEAST_SIMILARITY)).isEqualTo("0.000000");
        byte[] bytes = Files.readAllBytes(output.resolve("removed-by.tsv"));
        byte[] weakest = Files.readAllBytes(output.resolve("_least-similar.tsv"));
        assertThat(bytes).as(replay).isEqualTo(once == null ? bytes : once);
        assertThat(weakest).as(replay).isEqualTo(least == null ? weakest : least);
        once = bytes;
        least = weakest;
      }
      assertThat(new String(least, UTF_8).lines().map(Removal::parse))
          .isSortedAccordingTo((a, b) -> Double.compare(a.similarity(), b.similarity()))
          .isNotEmpty();
    }
  }

  @Test
  void chainsAreNotComparedIfThatIsSwitchedOffOrThereAreNone() throws IOException {
    makePairs(texts(new Random(SEED)));
    Path output = folder.resolve("off");
    StageMetadata off = cluster(output, "neardup.cluster.chain-similarity=false", NO_TEXTS);
    assertThat(off.work()).containsEntry("JOBS", 1L);
    assertThat(off.facts()).doesNotContainKey(Fact.LEAST_CHAIN_SIMILARITY.key());
    assertThat(links(output))
        .isNotEmpty()
        .allMatch(link -> Double.isNaN(link.similarity()) && link.linkSimilarity() >= 0.7);
    assertThat(Files.readAllLines(output.resolve("_least-similar.tsv")))
        .isNotEmpty()
        .noneMatch(line -> line.contains("\tlink\t"));
    Path direct = folder.resolve("direct");
    StageMetadata none = cluster(direct, "neardup.cluster.linking=direct", NO_TEXTS);
    assertThat(none.count(ClusterCounters.REMOVED_BY_LINK)).isZero();
    assertThat(links(direct)).isEmpty();
    Path on = folder.resolve("on");
    assertThat(cluster(on, NO_TEXTS).work()).containsEntry("JOBS", 2L);
    assertThat(links(on)).isNotEmpty().noneMatch(link -> Double.isNaN(link.similarity()));
    Path sent = folder.resolve("sent"); // few texts, compared in the job that there is anyway
    assertThat(cluster(sent).work()).containsEntry("JOBS", 1L);
    assertThat(links(sent)).isEqualTo(links(on));
  }
}
