package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.AddedBatch;
import io.neardup.hadoop.collection.BatchExplanation;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The predicted cost of a batch, compared with what adding such a batch then takes. */
class BatchExplanationTest {

  private static final Map<String, Double> UNITS = Map.of("B", 1.0, "kB", 1e3, "MB", 1e6, "", 1.0);

  @TempDir private Path folder;

  private static String explain(RandomCollection collection, String name, long documents)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BatchExplanation.print(
        collection.configuration(""),
        RandomCollection.nowhere(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        name,
        documents);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the figure of a row. */
  private static double figure(String explained, String row) {
    Matcher found =
        Pattern.compile("(?m)^  " + row + " +(?:about |at most )?([0-9,.]+) ?(B|kB|MB|)  .*")
            .matcher(explained);
    assertThat(found.find()).as("%s in%n%s", row, explained).isTrue();
    return Double.parseDouble(found.group(1).replace(",", "")) * UNITS.get(found.group(2));
  }

  private static StageMetadata metadata(Path stage, Stage of) throws IOException {
    return new StageFolder(new Configuration(), RandomCollection.hadoop(stage)).require(of);
  }

  /** Returns the bytes of the part files below folders of the collection. */
  private long bytes(List<String> folders) throws IOException {
    long bytes = 0;
    for (String name : folders) {
      try (Stream<Path> files = Files.list(folder.resolve("collection").resolve(name))) {
        for (Path file :
            files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  private static void near(String what, double predicted, long measured, double share) {
    assertThat(predicted).as(what).isCloseTo((double) measured, within(share * measured));
  }

  @Test
  void theForecastIsNearWhatABatchThenTakes() throws IOException {
    RandomCollection collection =
        new RandomCollection(folder, 5, "reducers=2", List.of(300, 300, 300, 10));
    collection.add(0);
    String first = explain(collection, collection.collection().toString(), 300);
    assertThat(first)
        .startsWith("collection  " + collection.collection() + "@1, ")
        .contains("1 run each of twins and bands: all of it, because all are merged")
        .contains("Compact: nothing to merge now")
        .isEqualTo(explain(collection, collection.collection() + "@1", 300));
    collection.add(1);
    Generation before = collection.newest();
    AddedBatch added = collection.add(2);
    long documents = added.figures().documents().in(); // some records are set aside
    String explained = explain(collection, collection.collection() + "@2", documents);

    long indexBefore = bytes(before.index().twins()) + bytes(before.index().bands());
    near("index read", figure(explained, "index read"), indexBefore, 0.01);
    near(
        "decisions",
        figure(explained, "decisions"),
        bytes(List.of(before.index().clusters())),
        0.01);

    Path work = Path.of(added.work().toUri().getPath());
    Generation.Index after = added.generation().index();
    Path batch = folder.resolve("collection").resolve(added.generation().batches().get(2).folder());
    StageMetadata ingested = metadata(batch, Stage.INGEST);
    StageMetadata signed = metadata(work.resolve("1-signatures"), Stage.SHINGLE_SORT);
    StageMetadata verified = metadata(work.resolve("4-pairs"), Stage.VERIFY);
    // The documents of this corpus differ much in length: a batch has not just the mean.
    near("ingested", figure(explained, "ingested"), ingested.number(Fact.BYTES), 0.5);
    near("signed", figure(explained, "signed"), added.figures().documents().bytes(), 0.5);
    near(
        "index written",
        figure(explained, "index written"),
        bytes(after.twins()) + bytes(after.bands()) + bytes(after.signatures().subList(2, 3)),
        0.3); // near-duplicates have shorter entries
    assertThat(figure(explained, "documents read"))
        .isBetween(1.0, (double) added.figures().collection().documents());
    long jobs =
        1 // of the index, whose folder is deleted; the client makes the candidate lists
            + Stream.of(
                    ingested,
                    signed,
                    verified,
                    metadata(work.resolve("5-clusters"), Stage.CLUSTER),
                    metadata(work.resolve("6-dedup"), Stage.DEDUP))
                .mapToLong(stage -> stage.work().get("JOBS"))
                .sum();
    assertThat(figure(explained, "jobs")).isEqualTo((double) jobs);
    assertThat(figure(explained, "entries shuffled"))
        .isBetween(signed.count(ShingleSortCounters.SIGNATURES) * 5.0, documents * 9.0);
  }

  @Test
  void whenToCompactFollowsTheRuleOfMerging() throws IOException {
    RandomCollection collection =
        new RandomCollection(folder, 5, "reducers=1", List.of(400, 20, 20));
    collection.add(0);
    collection.add(1);
    assertThat(collection.newest().index().twins()).hasSize(2);
    String name = collection.collection().toString();
    String small = explain(collection, name, 1);
    assertThat(small)
        .contains("at most", "2 runs each of twins and bands; blocks without a hash")
        .contains("Compact: merges 2 runs into one", "add merges all runs by itself with batch");
    assertThat(explain(collection, name, 30))
        .contains("2 runs each of twins and bands: all of it, because some are merged")
        .contains("with the last 1 stored run");
    String large = explain(collection, name, 400);
    assertThat(large)
        .contains("because all are merged", "with the last 2 stored runs")
        .contains("Compact: not before this batch, which merges all runs by itself");
    List<String> runs = new ArrayList<>(collection.newest().index().twins());
    collection.add(2);
    assertThat(collection.newest().index().twins()).hasSize(2).startsWith(runs.get(0));
  }

  @Test
  void withoutDocumentsThereIsNoEstimate() throws IOException {
    RandomCollection collection = new RandomCollection(folder, 5, "reducers=1", List.of(0, 5));
    collection.add(0);
    assertThatThrownBy(() -> explain(collection, collection.collection().toString(), 5))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot estimate, because the collection has no documents");
  }
}
