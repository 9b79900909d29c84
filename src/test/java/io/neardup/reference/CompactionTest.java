package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.collection.drop.Compaction;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A compaction changes no result, neither at once nor after a further batch, and what an expiry
 * deletes is needed by no generation that stays. A collection by containment has no runs to merge.
 */
class CompactionTest {

  @TempDir private Path folder;

  static List<SeededCase> cases() {
    return SeededCase.of(RandomCollection.CASES, 1);
  }

  private static Compaction compact(RandomCollection collection, boolean expire)
      throws IOException {
    return Compaction.run(
        collection.configuration(""),
        Pipelines.NOWHERE,
        collection.collection(),
        expire ? Optional.of(Instant.now().plusSeconds(3600)) : Optional.empty());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  @Tag("long")
  void aCompactionChangesNoResult(SeededCase of) {
    of.run(
        () ->
            check(
                new RandomCollection(folder, of.seed(), of.options()),
                !of.options().contains("candidate.measure=containment")));
  }

  private void check(RandomCollection collection, boolean hasRuns) throws IOException {
    collection.add(0);
    collection.add(1); // of one document: too small to be merged
    SortedMap<String, Map<String, String>> before = ComparedResults.of(collection.export("before"));
    if (hasRuns) {
      merge(collection);
    }
    Generation compacted = collection.newest();
    assertThat(compacted.number()).isEqualTo(hasRuns ? 3 : 2);
    assertThat(compacted.index().twins()).hasSize(hasRuns ? 1 : 0);
    assertThat(compacted.index().bands()).hasSize(hasRuns ? 1 : 0);
    assertThat(compact(collection, false).merged()).isEmpty();
    assertThat(collection.newest()).isEqualTo(compacted);
    assertThat(ComparedResults.of(collection.export("after"))).isEqualTo(before);

    collection.add(2);
    collection.add(3); // without documents
    collection.add(4);
    SortedMap<String, Map<String, String>> fromScratch =
        ComparedResults.of(collection.fromScratch("scratch"));
    assertThat(ComparedResults.of(collection.export("grown"))).isEqualTo(fromScratch);

    expire(collection, compacted.number() + 3, fromScratch);
  }

  private static void merge(RandomCollection collection) throws IOException {
    Generation old = collection.newest();
    assertThat(old.index().bands()).hasSizeGreaterThan(1);
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    Generation merged = compact(collection, false).merged().orElseThrow();

    assertThat(merged).isEqualTo(collection.newest());
    assertThat(merged.number()).isEqualTo(old.number() + 1);
    assertThat(merged.verb()).isEqualTo("compact");
    assertThat(merged.neardup()).isEqualTo(StageMetadata.version());
    assertThat(Instant.parse(merged.created())).isBetween(start, Instant.now());
    assertThat(unchanged(merged)).isEqualTo(unchanged(old));
  }

  /** Returns what a compaction leaves as it is. */
  private static List<Object> unchanged(Generation generation) {
    return List.of(
        generation.batches(),
        generation.settings(),
        generation.provenance(),
        generation.counts(),
        generation.index().signatures(),
        generation.index().pairs(),
        generation.index().clusters(),
        generation.index().dedup());
  }

  private void expire(
      RandomCollection collection, int grown, SortedMap<String, Map<String, String>> fromScratch)
      throws IOException {
    long before = FileUtil.getDU(folder.resolve("collection/work").toFile());
    Compaction compacted = compact(collection, true);
    int newest = collection.newest().number();
    assertThat(newest).isEqualTo(compacted.merged().isPresent() ? grown + 1 : grown);
    assertThat(compacted.expiry().orElseThrow().generations())
        .isEqualTo(IntStream.rangeClosed(1, newest - 2).boxed().toList());
    assertThat(compacted.expiry().orElseThrow().bytes()).isPositive();

    Configuration conf = collection.configuration("");
    FileSystem fs = collection.collection().getFileSystem(conf);
    Generations generations = Generations.of(conf, collection.collection());
    assertThat(generations.numbers()).containsExactly(newest - 1, newest);
    for (int number : generations.numbers()) {
      for (NamedFile file : generations.read(number).files()) {
        file.require(fs, collection.collection());
      }
    }
    assertThat(before - FileUtil.getDU(folder.resolve("collection/work").toFile()))
        .as("bytes that are gone, of which the new run took some")
        .isPositive();
    assertThat(unnamed(generations)).isEmpty();
    try (Stream<Path> works = Files.list(folder.resolve("collection/work"))) {
      assertThat(works.map(Path::toFile)) // a summary stays as long as the results of its batch
          .allMatch(
              work -> new File(work, "summary.json").exists() == new File(work, "changes").exists())
          .anyMatch(work -> new File(work, "summary.json").exists())
          .anyMatch(
              work -> new File(work, "corpus").exists() && !new File(work, "changes").exists());
    }
    assertThat(ComparedResults.of(collection.export("expired"))).isEqualTo(fromScratch);
  }

  /** Returns the parts of work folders that no generation names and no addition that stays made. */
  private List<String> unnamed(Generations generations) throws IOException {
    String all = "";
    List<String> writers = new ArrayList<>();
    for (int number : generations.numbers()) {
      Generation generation = generations.read(number);
      all += generation.index().toString() + generation.batches();
      writers.add(generation.index().dedup().replaceFirst("[^/]*$", ""));
    }
    String named = all;
    Path work = folder.resolve("collection/work");
    try (Stream<Path> parts = Files.find(work, 2, (path, attributes) -> attributes.isDirectory())) {
      return parts
          .map(path -> "work/" + work.relativize(path))
          .filter(path -> path.split("/", -1).length == 3)
          .filter(path -> writers.stream().noneMatch(path::startsWith) && !named.contains(path))
          .toList();
    }
  }
}
