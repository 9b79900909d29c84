package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.config.Stage;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.drop.Drop;
import io.neardup.hadoop.collection.list.CollectionExport;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
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
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A collection that grows batch by batch has, after each batch, the files of a run from scratch
 * over the same batches, byte for byte. The corpora are random, and so are the sizes of the
 * batches; a failure names the seed, and {@code -Dneardup.test.seed=SEED} runs it again. {@code
 * -Dneardup.test.rounds=N} runs all cases with N seeds each; otherwise the seed chooses some.
 */
class CollectionEqualsPipelineTest {

  private static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final int ROUNDS = Integer.getInteger("neardup.test.rounds", 0);

  /** How many cases are run where no number of rounds is set: others with each seed. */
  private static final int SOME = 1;

  private record Verdict(long kept) {}

  @TempDir private Path folder;

  private RandomCollection collection;

  static Stream<String> cases() {
    List<String> all = new ArrayList<>();
    for (int round = 0; round < Math.max(1, ROUNDS); round++) {
      for (String options : ROUNDS == 0 ? some() : RandomCollection.CASES) {
        all.add((SEED + 100L * round + RandomCollection.CASES.indexOf(options)) + " " + options);
      }
    }
    return all.stream();
  }

  private static List<String> some() {
    List<String> shuffled = new ArrayList<>(RandomCollection.CASES);
    Collections.shuffle(shuffled, new Random(SEED));
    return shuffled.subList(0, SOME);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("cases")
  void exportEqualsARunFromScratch(String seedAndOptions) throws IOException {
    long seed = Long.parseLong(seedAndOptions.split(" ", -1)[0]);
    String options = seedAndOptions.substring(seedAndOptions.indexOf(' ') + 1);
    try {
      grow(seed, options);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("-Dneardup.test.seed, corpus " + seedAndOptions, e);
    }
  }

  /** A batch whose documents are kept in place of others, after which older ones are kept again. */
  @Test
  @Tag("large")
  void exportEqualsARunFromScratchWhereAnAdditionKeepsOldDocumentsAgain() throws IOException {
    grow(799056, RandomCollection.CASES.get(3));
  }

  /** Options for texts that people have written. */
  private static final List<String> POLICIES =
      List.of(
          "reducers=2 cluster.linking=components candidate.max-twins=2 bucket.max-columns=6",
          "reducers=2 cluster.linking=components cluster.keep=longest",
          "reducers=2 cluster.linking=components cluster.keep=priority"
              + " cluster.priority-prefixes=b1/,b0/",
          "reducers=2 cluster.linking=direct bucket.max-columns=6",
          "reducers=2 cluster.linking=direct cluster.keep=longest",
          "reducers=2 cluster.linking=direct cluster.keep=priority"
              + " cluster.priority-prefixes=b1/,b0/");

  static Stream<String> policies() {
    String chosen = System.getProperty("neardup.test.policy");
    if (chosen != null) {
      return Stream.of(POLICIES.get(Integer.parseInt(chosen)));
    }
    return Stream.of(POLICIES.get(new Random(SEED).nextInt(POLICIES.size())));
  }

  /**
   * Texts that people have written, in few batches; or, with {@code -Dneardup.test.corpus=FILE
   * -Dneardup.test.batches=N -Dneardup.test.policy=0…5}, others in many. With {@code
   * -Dneardup.test.every=N} not each generation is compared with a run from scratch.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("policies")
  void exportOfTextsEqualsARunFromScratch(String policy) throws IOException {
    String corpus = System.getProperty("neardup.test.corpus", "hdfs-samples/pgdoc/input/pg13.tsv");
    int batches = Integer.getInteger("neardup.test.batches", 3);
    int every = Integer.getInteger("neardup.test.every", 1);
    Random random = new Random(SEED);
    List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(corpus)));
    Collections.shuffle(lines, random);
    collection =
        new RandomCollection(
            folder,
            random,
            "banding.bands=20 banding.rows=5 similarity.threshold=0.8 " + policy,
            lines,
            batches);
    try {
      Map<Long, Verdict> before = every == 1 ? new HashMap<>() : null;
      for (int batch = 0; batch < batches; batch++) {
        Change added = new Change(collection.add(batch));
        if (batch % every != 0 && batch < batches - 1) {
          continue;
        }
        before = check("batch-" + batch, added, before);
        int change = random.nextInt(10);
        if (change == 0) {
          before = dropBatch(batch, random.nextInt(batch + 1), before);
        } else if (change < 3) {
          before = dropIds(batch, random, 40, before);
        }
        deleteResults();
        before = every == 1 ? before : null;
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("-Dneardup.test.seed=" + SEED + ", " + policy, e);
    }
  }

  private void deleteResults() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      for (Path path : all.toList()) {
        if (path.getFileName().toString().matches("(scratch|export)-.*")) {
          FileUtil.fullyDelete(path.toFile());
        }
      }
    }
  }

  private void grow(long seed, String options) throws IOException {
    collection = new RandomCollection(folder, seed, options);
    Random random = new Random(seed);
    Map<Long, Verdict> before = new HashMap<>();
    for (int batch = 0; batch < collection.batches(); batch++) {
      before = check("batch-" + batch, new Change(collection.add(batch)), before);
      if (batch == 1 || batch == 2 || batch == 4) {
        before =
            batch == 2
                ? dropBatch(batch, random.nextInt(2), before)
                : dropIds(batch, random, 5, before);
      }
    }
  }

  private Map<Long, Verdict> dropBatch(int step, int batch, Map<Long, Verdict> before)
      throws IOException {
    return check(
        step,
        Drop.batch(
            collection.configuration(""),
            RandomCollection.nowhere(),
            collection.collection(),
            "b" + batch),
        before);
  }

  /** Drops one in so many documents, also whole groups of copies and kept ones. */
  private Map<Long, Verdict> dropIds(int step, Random random, int oneIn, Map<Long, Verdict> before)
      throws IOException {
    Path list = folder.resolve("ids-" + step);
    StringBuilder ids = new StringBuilder("no such id\n");
    for (String part : List.of("kept", "removed")) {
      Path of = folder.resolve("scratch-batch-" + step + "/6-dedup").resolve(part);
      for (String content : ComparedResults.tree(of).values()) {
        for (String line : content.split("\n", -1)) {
          String id = id(new String(line.getBytes(ISO_8859_1), UTF_8));
          if (id != null && random.nextInt(oneIn) == 0) {
            ids.append(id).append('\n');
          }
        }
      }
    }
    Files.writeString(list, ids);
    return check(
        step,
        Drop.ids(
            collection.configuration(""),
            RandomCollection.nowhere(),
            collection.collection(),
            RandomCollection.hadoop(list)),
        before);
  }

  private Map<Long, Verdict> check(int step, Drop.Result dropped, Map<Long, Verdict> before)
      throws IOException {
    return dropped.generation() == null
        ? before
        : check("drop-after-" + step, new Change(dropped), before);
  }

  private static String id(String line) {
    if (line.startsWith("{")) {
      int from = line.indexOf("\"id\":\"") + 6;
      return from < 6 ? null : line.substring(from, line.indexOf('"', from));
    }
    return line.indexOf('\t') < 1 ? null : line.substring(0, line.indexOf('\t'));
  }

  /** What has changed a collection: an addition or a drop. */
  private record Change(
      Generation generation,
      int batch,
      Path work,
      Path changes,
      long nowRemovedOrKept,
      long reassigned) {

    Change(Addition.Result added) {
      this(
          added.generation(),
          added.generation().batches().size() - 1,
          local(added.work()),
          local(added.work()).resolve("changes"),
          added.figures().changes().nowKept() + added.figures().changes().nowRemoved(),
          added.figures().changes().reassigned());
    }

    Change(Drop.Result dropped) {
      this(
          dropped.generation(),
          -1,
          null,
          local(dropped.folder()),
          dropped.changes().nowKept() + dropped.changes().nowRemoved(),
          dropped.changes().reassigned());
    }
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  /**
   * Compares the collection with a run from scratch; returns the verdicts of that.
   *
   * @param before the verdicts of the generation before, null if they are not known
   */
  private Map<Long, Verdict> check(String what, Change change, Map<Long, Verdict> before)
      throws IOException {
    Path scratch = folder.resolve("scratch-" + what);
    Path exported = folder.resolve("export-" + what);
    Configuration conf = collection.configuration("");
    conf.set("mapreduce.job.reduces", String.valueOf(1 + what.length() % 3)); // whatever it is
    collection.fromScratch(conf, "scratch-" + what);
    CollectionExport.of(
            conf,
            RandomCollection.nowhere(),
            collection.collection().toString(),
            RandomCollection.hadoop(exported))
        .run(Pipeline.Existing.REFUSE);
    assertThat(summary(exported)).as("summary after %s", what).isEqualTo(summary(scratch));
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      assertThat(ComparedResults.files(exported.resolve(stage.folder())))
          .as("%s after %s", stage.folder(), what)
          .isEqualTo(ComparedResults.files(scratch.resolve(stage.folder())));
    }
    for (String part : List.of("kept", "removed", "skipped", "removed-by.tsv", "skipped.tsv")) {
      assertThat(ComparedResults.tree(exported.resolve("6-dedup").resolve(part)))
          .as("%s after %s", part, what)
          .isEqualTo(ComparedResults.tree(scratch.resolve("6-dedup").resolve(part)));
    }
    compareCounts(exported, scratch, what);
    assertThat(
            ComparedResults.parts(
                folder.resolve("collection").resolve(change.generation().index().clusters()),
                "part-"))
        .as("decisions after %s", what)
        .isEqualTo(ComparedResults.parts(scratch.resolve("5-clusters/columns"), "part-"));
    if (change.batch() >= 0) {
      String name = "b" + change.batch();
      for (String part : List.of("kept", "removed")) {
        assertThat(
                ComparedResults.tree(change.work().resolve("6-dedup").resolve(part).resolve(name)))
            .as("%s of %s", part, what)
            .isEqualTo(
                ComparedResults.tree(scratch.resolve("6-dedup").resolve(part).resolve(name)));
      }
    }
    Map<Long, Verdict> after = verdicts(scratch);
    if (before != null) {
      compareChanges(change, before, after, dropped(change.generation()));
    }
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

  private Map<Long, Verdict> verdicts(Path results) throws IOException {
    Map<Long, Verdict> verdicts = new HashMap<>();
    for (String line :
        ComparedResults.parts(results.resolve("5-clusters/columns"), "part-").lines().toList()) {
      String[] fields = line.split("[\t ]", -1);
      verdicts.put(Long.parseLong(fields[0]), new Verdict(Long.parseLong(fields[1])));
    }
    return verdicts;
  }

  private static void compareChanges(
      Change change, Map<Long, Verdict> before, Map<Long, Verdict> after, Set<Long> dropped)
      throws IOException {
    List<String> changed = new ArrayList<>();
    List<String> reassigned = new ArrayList<>();
    List<Generation.Batch> batches = change.generation().batches();
    Generation.Batch last = batches.get(batches.size() - 1);
    long end = change.batch() < 0 ? last.firstColumn() + last.columns() : last.firstColumn();
    for (long column = 0; column < end; column++) {
      long then = before.getOrDefault(column, new Verdict(column)).kept();
      long now = after.getOrDefault(column, new Verdict(column)).kept();
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
    List<String> rows = new ArrayList<>();
    for (String line : Files.readString(file).split("\n", -1)) {
      if (!line.isEmpty()) {
        String[] all = line.split("\t", -1);
        StringBuilder row = new StringBuilder();
        for (int field : fields) {
          row.append(row.isEmpty() ? "" : " ").append(all[field]);
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** Returns the figures of a run, without what it cost. */
  private static JsonNode summary(Path results) throws IOException {
    ObjectNode figures =
        (ObjectNode) new ObjectMapper().readTree(results.resolve("summary.json").toFile());
    figures.remove("cost");
    ((ObjectNode) figures.get("settings")).remove("neardup.shingle.stop-list"); // a copy
    return figures;
  }

  private void compareCounts(Path exported, Path scratch, String what) throws IOException {
    Map<Stage, List<String>> counters =
        Map.of(
            Stage.CANDIDATE_LIST,
            List.of("CANDIDATES", "LISTS"),
            Stage.VERIFY,
            List.of("CANDIDATES", "IMPLAUSIBLE", "PLAUSIBLE", "BELOW_THRESHOLD", "PAIRS_KEPT"));
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)) {
      Map<String, Long> one = new TreeMap<>(metadata(exported, stage).counts());
      Map<String, Long> other = new TreeMap<>(metadata(scratch, stage).counts());
      one.values().removeIf(count -> count == 0);
      other.values().removeIf(count -> count == 0);
      if (counters.containsKey(stage)) {
        one.keySet().retainAll(counters.get(stage));
        other.keySet().retainAll(counters.get(stage));
      }
      assertThat(one).as("counts of %s after %s", stage, what).isEqualTo(other);
    }
  }

  private static StageMetadata metadata(Path results, Stage stage) throws IOException {
    return new StageFolder(
            new Configuration(), RandomCollection.hadoop(results.resolve(stage.folder())))
        .require(stage);
  }
}
