package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.config.Stage;
import io.neardup.hadoop.audit.Audit;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.add.Comparison;
import io.neardup.hadoop.collection.drop.Compaction;
import io.neardup.hadoop.collection.drop.Drop;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.table.ColumnBits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A collection that grows batch by batch, and shrinks, has after each change the files of a run
 * from scratch over the same batches, byte for byte.
 */
class CollectionEqualsPipelineTest {

  @TempDir private Path folder;

  private RandomCollection collection;
  private boolean keptAgain; // an old document, by an addition

  static List<SeededCase> cases() {
    return SeededCase.of(RandomCollection.CASES, 1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void exportEqualsARunFromScratch(SeededCase of) {
    of.run(
        () -> {
          collection = new RandomCollection(folder, of.seed(), of.options());
          growAndShrink(of.seed(), 5);
        });
  }

  /** A batch whose documents are kept in place of others, after which older ones are kept again. */
  @Test
  @Tag("large")
  void exportEqualsARunFromScratchWhereAnAdditionKeepsOldDocumentsAgain() {
    exportEqualsARunFromScratch(new SeededCase(799056, RandomCollection.CASES.get(3)));
    assertThat(keptAgain).isTrue();
  }

  /** Settings that say how files are read are those of each batch. */
  @Test
  void batchesMayDifferInAllSettingsOfIngest() throws IOException {
    String options = "reducers=2 ingest.format=jsonl";
    collection = new RandomCollection(folder, 1, options, List.of(30, 20, 20));
    Map<Long, Long> kept = check("first", new Change(collection.add(0)), Map.of());

    try (Stream<Path> files = Files.list(collection.input(1))) {
      for (Path file : files.toList()) {
        String other = Files.readString(file).replace("\"text\":", "\"body\":");
        Files.writeString(file, other.replace("\"id\":", "\"key\":"));
      }
    }
    Configuration ofFields = collection.ofBatch(1);
    ofFields.set("neardup.ingest.id-field", "key");
    ofFields.set("neardup.ingest.text-field", "body");
    ofFields.set("neardup.ingest.charset", "windows-1251");
    ofFields.set("neardup.ingest.max-id-bytes", "100");
    Addition.Result added = collection.add(1, ofFields);
    assertThat(added.figures().documents().in()).isPositive();
    kept = check("other-fields", new Change(added), kept);

    FileUtils.cleanDirectory(collection.input(2).toFile());
    Files.writeString(collection.input(2).resolve("a.csv"), "id,text\na,one text\nb,one text\n");
    Configuration ofCsv = collection.ofBatch(2);
    ofCsv.set("neardup.ingest.format", "csv");
    ofCsv.set("neardup.ingest.id-field", "id");
    ofCsv.set("neardup.ingest.text-field", "text");
    ofCsv.set("neardup.document.max-bytes", "1000");
    kept = check("other-format", new Change(collection.add(2, ofCsv)), kept);

    check("drop", new Change(dropBatch(1)), kept);
    Compaction.run(
        collection.configuration(""), Pipelines.NOWHERE, collection.collection(), Optional.empty());
    Path scratch = collection.fromScratch("compacted-scratch");
    ComparedResults.assertEqual(collection.export("compacted"), scratch, " after compact");
    Comparison.Figures figures =
        Comparison.run(
                ofFields,
                Pipelines.NOWHERE,
                collection.collection().toString(),
                List.of(RandomCollection.hadoop(collection.input(1))),
                RandomCollection.hadoop(folder.resolve("against")),
                false)
            .figures();
    assertThat(figures.documents()).isEqualTo(added.figures().documents().in());
  }

  /** A file is not read again once all its documents are dropped, if no record was set aside. */
  @Test
  void filesOfDroppedDocumentsMayBeDeleted() throws IOException {
    String options = "reducers=2 ingest.range-bytes=300";
    collection = new RandomCollection(folder, 1, options, List.of(30, 20));
    Map<Long, Long> kept = Map.of();
    for (int batch = 0; batch < 2; batch++) {
      for (String name : List.of("one.tsv", "two.tsv")) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 30; i++) {
          String text = "text " + i % 11 + " of many, and what else there is to say of it";
          lines.append(batch + name + i).append('\t').append(text).append('\n');
        }
        if (batch == 1 && name.equals("two.tsv")) {
          lines.append("no document\n"); // a record set aside stays in the results
        }
        Files.writeString(collection.input(batch).resolve(name), lines);
      }
      kept = check("added-" + batch, new Change(collection.add(batch)), kept);
    }

    Drop.Result dropped = dropBatch(0);
    FileUtils.cleanDirectory(collection.input(0).toFile());
    kept = check("dropped-batch", new Change(dropped), kept);

    Path file = collection.input(1).resolve("one.tsv");
    List<String> ids = new ArrayList<>();
    for (String line : new String(Files.readAllBytes(file), UTF_8).split("\n", -1)) {
      ids.add(id(line));
    }
    ids.removeIf(String::isEmpty);
    dropped = drop(ids);
    Files.delete(file);
    check("dropped-file", new Change(dropped), kept);

    Path exported = folder.resolve("export-dropped-file");
    Map<String, String> results = ComparedResults.tree(exported.resolve("6-dedup"));
    assertThat(results.keySet())
        .contains("kept/b1/two.tsv", "skipped/b1/two.tsv")
        .noneMatch(name -> name.contains("b0/") || name.endsWith("b1/one.tsv"));
    assertThat(results.get("skipped.tsv")).contains("input-1/two.tsv").doesNotContain("input-0/");
    Configuration conf = collection.configuration("");
    org.apache.hadoop.fs.Path audited = RandomCollection.hadoop(exported);
    assertThat(Audit.run(conf, Pipelines.NOWHERE, audited, 9, 1, 999).checks().changedFiles())
        .isEmpty();
  }

  /** Each linking with each policy, for texts that people have written. */
  static List<SeededCase> policies() {
    return SeededCase.of(
        Stream.of("components", "direct")
            .flatMap(
                linking ->
                    Stream.of("first", "longest", "priority cluster.priority-prefixes=b1/,b0/")
                        .map(keep -> "cluster.linking=" + linking + " cluster.keep=" + keep))
            .map(
                policy ->
                    "reducers=2 banding.bands=20 banding.rows=5 similarity.threshold=0.8"
                        + " candidate.max-twins=2 bucket.max-columns=6 "
                        + policy)
            .toList(),
        1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("policies")
  @Tag("long")
  void exportOfTextsEqualsARunFromScratch(SeededCase of) {
    of.run(
        () -> {
          Random random = new Random(of.seed());
          List<String> lines =
              new ArrayList<>(Files.readAllLines(Path.of("hdfs-samples/pgdoc/input/pg13.tsv")));
          Collections.shuffle(lines, random);
          collection = new RandomCollection(folder, random, of.options(), lines);
          growAndShrink(of.seed(), 40);
        });
  }

  /**
   * Adds all batches; drops a batch after the third, and documents after the second and fifth.
   *
   * @param oneIn how many documents there are for each that is dropped
   */
  private void growAndShrink(long seed, int oneIn) throws IOException {
    Random random = new Random(seed);
    Map<Long, Long> kept = new HashMap<>();
    for (int batch = 0; batch < collection.batches(); batch++) {
      Addition.Result added = collection.add(batch);
      keptAgain |= added.figures().changes().nowKept() > 0;
      kept = check("batch-" + batch, new Change(added), kept);
      if (batch == 1 || batch == 2 || batch == 4) {
        Drop.Result dropped =
            batch == 2 ? dropBatch(random.nextInt(2)) : dropIds(batch, random, oneIn);
        if (dropped.generation() != null) {
          kept = check("drop-after-" + batch, new Change(dropped), kept);
        }
      }
    }
  }

  private Drop.Result dropBatch(int batch) throws IOException {
    return Drop.batch(
        collection.configuration(""), Pipelines.NOWHERE, collection.collection(), "b" + batch);
  }

  /** Drops one in so many documents, also whole groups of copies and kept ones. */
  private Drop.Result dropIds(int step, Random random, int oneIn) throws IOException {
    List<String> ids = new ArrayList<>(List.of("no such id"));
    for (String part : List.of("kept", "removed")) {
      Path of = folder.resolve("scratch-batch-" + step + "/6-dedup").resolve(part);
      for (String content : ComparedResults.tree(of).values()) {
        for (String line : content.split("\n", -1)) {
          String id = id(new String(line.getBytes(ISO_8859_1), UTF_8));
          if (!id.isEmpty() && random.nextInt(oneIn) == 0) {
            ids.add(id);
          }
        }
      }
    }
    return drop(ids);
  }

  private Drop.Result drop(List<String> ids) throws IOException {
    Path list = Files.write(folder.resolve("ids"), ids);
    return Drop.ids(
        collection.configuration(""),
        Pipelines.NOWHERE,
        collection.collection(),
        RandomCollection.hadoop(list));
  }

  private static String id(String line) throws IOException {
    return line.startsWith("{")
        ? new ObjectMapper().readTree(line).path("id").asText()
        : line.substring(0, Math.max(0, line.indexOf('\t')));
  }

  /** What has changed a collection: an addition, of a batch whose work this is, or a drop. */
  private record Change(
      Generation generation, Path work, Path changes, long nowRemovedOrKept, long reassigned) {

    Change(Addition.Result added) {
      this(
          added.generation(),
          local(added.work()),
          local(added.work()).resolve("changes"),
          added.figures().changes().nowKept() + added.figures().changes().nowRemoved(),
          added.figures().changes().reassigned());
    }

    Change(Drop.Result dropped) {
      this(
          dropped.generation(),
          null,
          local(dropped.folder()),
          dropped.changes().nowKept() + dropped.changes().nowRemoved(),
          dropped.changes().reassigned());
    }

    Generation.Batch lastBatch() {
      return generation.batches().get(generation.batches().size() - 1);
    }
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  /**
   * Compares the collection with a run from scratch; returns for each column in a pair the one that
   * is kept in its place.
   */
  private Map<Long, Long> check(String what, Change change, Map<Long, Long> before)
      throws IOException {
    Configuration conf = collection.configuration("");
    conf.set("mapreduce.job.reduces", String.valueOf(1 + what.length() % 3)); // whatever it is
    Path scratch = collection.fromScratch(conf, "scratch-" + what);
    Path exported = collection.export(conf, "export-" + what);
    assertThat(summary(exported)).as("summary after %s", what).isEqualTo(summary(scratch));
    ComparedResults.assertEqual(exported, scratch, " after " + what);
    compareCounts(exported, scratch, what);
    assertThat(
            ComparedResults.parts(
                folder.resolve("collection").resolve(change.generation().index().clusters())))
        .as("decisions after %s", what)
        .isEqualTo(ComparedResults.parts(scratch.resolve("5-clusters/columns")));
    if (change.work() != null) {
      for (String part : List.of("kept", "removed")) {
        String its = "6-dedup/" + part + "/" + change.lastBatch().name();
        assertThat(ComparedResults.tree(change.work().resolve(its)))
            .as("%s of %s", part, what)
            .isEqualTo(ComparedResults.tree(scratch.resolve(its)));
      }
    }
    Map<Long, Long> after = ComparedResults.decisions(scratch);
    compareChanges(change, before, after);
    return after;
  }

  private Set<Long> dropped(Generation generation) throws IOException {
    Set<Long> dropped = new HashSet<>();
    if (generation.tombstones() != null) {
      ColumnBits.read(
              new Configuration(),
              new org.apache.hadoop.fs.Path(
                  collection.collection(), generation.tombstones().file()))
          .forEach(dropped::add);
    }
    return dropped;
  }

  private void compareChanges(Change change, Map<Long, Long> before, Map<Long, Long> after)
      throws IOException {
    Set<Long> dropped = dropped(change.generation());
    List<String> changed = new ArrayList<>();
    List<String> reassigned = new ArrayList<>();
    Generation.Batch last = change.lastBatch();
    long end = last.firstColumn() + (change.work() == null ? last.columns() : 0);
    for (long column = 0; column < end; column++) {
      long then = before.getOrDefault(column, column);
      long now = after.getOrDefault(column, column);
      if (dropped.contains(column)) {
        continue;
      }
      if ((then == column) != (now == column)) {
        changed.add(column + " " + (now == column ? "kept" : "removed"));
      } else if (then != now) {
        reassigned.add(column + " " + now + " " + then);
      }
    }
    assertThat(rows(change.changes().resolve("changes.tsv"), 4, 13)).isEqualTo(changed);
    assertThat(rows(change.changes().resolve("reassigned.tsv"), 4, 7, 13)).isEqualTo(reassigned);
    assertThat(change.nowRemovedOrKept()).isEqualTo(changed.size());
    assertThat(change.reassigned()).isEqualTo(reassigned.size());
  }

  private static List<String> rows(Path file, int... fields) throws IOException {
    return Stream.of(Files.readString(file).split("\n", -1)) // not at other ends of lines
        .filter(line -> !line.isEmpty())
        .map(line -> line.split("\t", -1))
        .map(all -> IntStream.of(fields).mapToObj(f -> all[f]).collect(Collectors.joining(" ")))
        .toList();
  }

  /** Returns the figures of a run, without what it cost. */
  private static JsonNode summary(Path results) throws IOException {
    ObjectNode figures =
        (ObjectNode) new ObjectMapper().readTree(results.resolve("summary.json").toFile());
    figures.remove("cost");
    ((ObjectNode) figures.get("settings")).remove("neardup.shingle.stop-list"); // a copy
    return figures;
  }

  private static void compareCounts(Path exported, Path scratch, String what) throws IOException {
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)) {
      assertThat(counts(exported, stage))
          .as("counts of %s after %s", stage, what)
          .isEqualTo(counts(scratch, stage));
    }
  }

  /** Returns the counters of a stage that do not depend on how the work is divided. */
  private static Map<String, Long> counts(Path results, Stage stage) throws IOException {
    Map<String, Long> counts =
        new TreeMap<>(
            new StageFolder(
                    new Configuration(), RandomCollection.hadoop(results.resolve(stage.folder())))
                .require(stage)
                .counts());
    counts.values().removeIf(count -> count == 0);
    if (stage == Stage.CANDIDATE_LIST) {
      counts.keySet().retainAll(Set.of("CANDIDATES", "LISTS"));
    } else if (stage == Stage.VERIFY) {
      counts
          .keySet()
          .retainAll(
              Set.of("CANDIDATES", "IMPLAUSIBLE", "PLAUSIBLE", "BELOW_THRESHOLD", "PAIRS_KEPT"));
    }
    return counts;
  }
}
