package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.collection.AddedBatch;
import io.neardup.hadoop.collection.Addition;
import io.neardup.hadoop.collection.CollectionExport;
import io.neardup.hadoop.collection.Drop;
import io.neardup.hadoop.collection.DroppedDocuments;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.table.ColumnBits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
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
  private static final int SOME = 3;

  private static final String STANDARD =
      "banding.bands=8 banding.rows=2 similarity.threshold=0.4 verify.max-miss-rate=0.01"
          + " ingest.max-bad-records=100%";

  private static final List<String> CASES =
      List.of(
          "reducers=2 candidate.max-twins=2 bucket.max-columns=6",
          "reducers=5 cluster.keep=longest candidate.max-twins=3",
          "reducers=1 cluster.linking=direct ingest.pack=true bucket.max-columns=8",
          "reducers=3 cluster.linking=direct cluster.keep=longest signature.plan=local",
          "reducers=2 ingest.format=jsonl cluster.keep=priority cluster.priority-field=weight"
              + " cluster.source-field=site candidate.max-twins=1",
          "reducers=2 cluster.linking=direct cluster.keep=priority cluster.priority-prefixes=b1/,b0/",
          "reducers=3 ingest.format=sets verify=signature bucket.max-columns=5",
          "reducers=4 shingle.unit=word dedup.documents-without-shingles=remove"
              + " signature.scheme=universal cluster.max-memory-columns=3");

  private record Verdict(long kept) {}

  @TempDir private Path folder;

  static Stream<String> cases() {
    List<String> all = new ArrayList<>();
    for (int round = 0; round < Math.max(1, ROUNDS); round++) {
      for (String options : ROUNDS == 0 ? some() : CASES) {
        all.add((SEED + 100L * round + CASES.indexOf(options)) + " " + options);
      }
    }
    return all.stream();
  }

  private static List<String> some() {
    List<String> shuffled = new ArrayList<>(CASES);
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

  private void grow(long seed, String options) throws IOException {
    Random random = new Random(seed);
    int documents = 60 + random.nextInt(60);
    RandomCorpus corpus = new RandomCorpus(seed, documents);
    corpus.shuffle();
    String format =
        options.contains("=jsonl") ? "jsonl" : options.contains("=sets") ? "sets" : "tsv";
    int[] sizes = {20 + random.nextInt(20), 1, random.nextInt(30), 0, documents};
    int from = 0;
    Map<Long, Verdict> before = new HashMap<>();
    for (int batch = 0; batch < sizes.length; batch++) {
      int to = Math.min(documents, from + sizes[batch]);
      Path input = folder.resolve("input-" + batch);
      Files.createDirectories(input);
      int middle = (from + to) / 2;
      corpus.write(input.resolve("one." + ending(format)), format, from, middle);
      corpus.write(input.resolve("two." + ending(format)), format, middle, to);
      from = to;
      Configuration conf = configuration(batch == 0 ? STANDARD + " " + options : "");
      for (String option : options.split(" ", -1)) {
        if (option.startsWith("ingest.")) { // of each batch
          conf.set(Settings.PREFIX + option.split("=", -1)[0], option.split("=", -1)[1]);
        }
      }
      conf.set("neardup.ingest.format", format);
      conf.set("neardup.ingest.max-bad-records", "100%");
      AddedBatch added =
          Addition.run(conf, nowhere(), List.of(hadoop(input)), collection(), "b" + batch);
      before = check("batch-" + batch, new Change(added), before);
      if (batch == 1 || batch == 2 || batch == 4) {
        before = drop(batch, random, before);
      }
    }
  }

  /** Drops some documents, also whole groups of copies and kept ones, or a batch. */
  private Map<Long, Verdict> drop(int batch, Random random, Map<Long, Verdict> before)
      throws IOException {
    Configuration conf = configuration("");
    DroppedDocuments dropped;
    if (batch == 2) {
      dropped = Drop.batch(conf, nowhere(), collection(), "b" + random.nextInt(2));
    } else {
      Path list = folder.resolve("ids-" + batch);
      StringBuilder ids = new StringBuilder("no such id\n");
      for (String part : List.of("kept", "removed")) {
        Path of = folder.resolve("scratch-batch-" + batch + "/6-dedup").resolve(part);
        for (String content : tree(of).values()) {
          for (String line : content.split("\n", -1)) {
            String id = id(new String(line.getBytes(ISO_8859_1), UTF_8));
            if (id != null && random.nextInt(5) == 0) {
              ids.append(id).append('\n');
            }
          }
        }
      }
      Files.writeString(list, ids);
      dropped = Drop.ids(conf, nowhere(), collection(), hadoop(list));
    }
    return dropped.generation() == null
        ? before
        : check("drop-after-" + batch, new Change(dropped), before);
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

    Change(AddedBatch added) {
      this(
          added.generation(),
          added.generation().batches().size() - 1,
          local(added.work()),
          local(added.work()).resolve("changes"),
          added.nowKept() + added.nowRemoved(),
          added.reassigned());
    }

    Change(DroppedDocuments dropped) {
      this(
          dropped.generation(),
          -1,
          null,
          local(dropped.changes()),
          dropped.nowKept() + dropped.nowRemoved(),
          dropped.reassigned());
    }
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return Path.of(path.toUri().getPath());
  }

  private static String ending(String format) {
    return format.equals("jsonl") ? "jsonl" : "tsv";
  }

  /** Compares the collection with a run from scratch; returns the verdicts of that. */
  private Map<Long, Verdict> check(String what, Change change, Map<Long, Verdict> before)
      throws IOException {
    Path scratch = folder.resolve("scratch-" + what);
    Path exported = folder.resolve("export-" + what);
    Configuration conf = configuration("");
    conf.set("mapreduce.job.reduces", String.valueOf(1 + what.length() % 3)); // whatever it is
    Configuration same = new Configuration(conf);
    change.generation().settings().forEach(same::set);
    new Pipeline(same, nowhere(), List.of(collection()), hadoop(scratch))
        .run(Pipeline.Existing.REFUSE);
    CollectionExport.run(conf, nowhere(), collection().toString(), hadoop(exported));
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      assertThat(files(exported.resolve(stage.folder())))
          .as("%s after %s", stage.folder(), what)
          .isEqualTo(files(scratch.resolve(stage.folder())));
    }
    for (String part : List.of("kept", "removed", "skipped", "removed-by.tsv", "skipped.tsv")) {
      assertThat(tree(exported.resolve("6-dedup").resolve(part)))
          .as("%s after %s", part, what)
          .isEqualTo(tree(scratch.resolve("6-dedup").resolve(part)));
    }
    compareCounts(exported, scratch, what);
    assertThat(
            parts(
                folder.resolve("collection").resolve(change.generation().index().clusters()),
                "part-"))
        .as("decisions after %s", what)
        .isEqualTo(parts(scratch.resolve("5-clusters/columns"), "part-"));
    if (change.batch() >= 0) {
      String name = "b" + change.batch();
      for (String part : List.of("kept", "removed")) {
        assertThat(tree(change.work().resolve("6-dedup").resolve(part).resolve(name)))
            .as("%s of %s", part, what)
            .isEqualTo(tree(scratch.resolve("6-dedup").resolve(part).resolve(name)));
      }
    }
    Map<Long, Verdict> after = verdicts(scratch);
    compareChanges(change, before, after, dropped(change.generation()));
    return after;
  }

  private Set<Long> dropped(Generation generation) throws IOException {
    Set<Long> dropped = new HashSet<>();
    if (generation.tombstones() != null) {
      ColumnBits.read(
              new Configuration(),
              new org.apache.hadoop.fs.Path(collection(), generation.tombstones().file()))
          .forEach(dropped::add);
    }
    return dropped;
  }

  private Map<Long, Verdict> verdicts(Path results) throws IOException {
    Map<Long, Verdict> verdicts = new HashMap<>();
    for (String line : parts(results.resolve("5-clusters/columns"), "part-").lines().toList()) {
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
    return new StageFolder(new Configuration(), hadoop(results.resolve(stage.folder())))
        .require(stage);
  }

  /** Returns the named files of a stage, and its part files concatenated. */
  private static SortedMap<String, String> files(Path stage) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (String prefix : List.of("part-", "columns-", "columns/part-")) {
      int slash = prefix.indexOf('/');
      Path in = slash < 0 ? stage : stage.resolve(prefix.substring(0, slash));
      files.put(prefix, parts(in, prefix.substring(slash + 1)));
    }
    for (String name :
        List.of("removed-by.tsv", "sources.tsv", "sizes.tsv", "_least-similar.tsv")) {
      if (Files.exists(stage.resolve(name))) {
        files.put(name, new String(Files.readAllBytes(stage.resolve(name)), UTF_8));
      }
    }
    return files;
  }

  private static String parts(Path in, String prefix) throws IOException {
    if (!Files.isDirectory(in)) {
      return "";
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Stream<Path> found = Files.list(in)) {
      for (Path part :
          found.filter(p -> p.getFileName().toString().startsWith(prefix)).sorted().toList()) {
        all.writeBytes(Files.readAllBytes(part));
      }
    }
    return all.toString(UTF_8);
  }

  private static Map<String, String> tree(Path top) throws IOException {
    if (!Files.exists(top)) {
      return Map.of();
    }
    try (Stream<Path> found = Files.walk(top)) {
      return found
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().endsWith(".crc"))
          .collect(
              Collectors.toMap(
                  file -> top.relativize(file).toString(),
                  file -> {
                    try {
                      return new String(Files.readAllBytes(file), ISO_8859_1);
                    } catch (IOException e) {
                      throw new java.io.UncheckedIOException(e);
                    }
                  }));
    }
  }

  private org.apache.hadoop.fs.Path collection() {
    return hadoop(folder.resolve("collection"));
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri().toString().replaceFirst("/$", ""));
  }

  private static PrintStream nowhere() {
    return new PrintStream(new ByteArrayOutputStream(), false, UTF_8);
  }

  private Configuration configuration(String options) throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", folder.resolve("staging").toString());
    conf.set("mapreduce.client.progressmonitor.pollinterval", "5");
    conf.set("mapreduce.task.io.sort.mb", "1");
    for (String option : options.strip().split(" +", -1)) {
      if (!option.isEmpty()) {
        String[] parts = option.split("=", 2);
        if (parts[0].equals("reducers")) {
          conf.set("mapreduce.job.reduces", parts[1]);
        } else {
          conf.set(Settings.PREFIX + parts[0], parts[1]);
        }
      }
    }
    conf.setLong(ClusterDocuments.MAX_TEXT_BYTES, options.length() % 2 == 0 ? 0 : 1 << 20);
    EmbeddedDefaults.apply(conf);
    return conf;
  }
}
