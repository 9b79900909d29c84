package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.collection.AddedBatch;
import io.neardup.hadoop.collection.Addition;
import io.neardup.hadoop.collection.CollectionExport;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
 * -Dneardup.test.rounds=N} runs each case with N seeds.
 */
class CollectionEqualsPipelineTest {

  private static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final int ROUNDS = Integer.getInteger("neardup.test.rounds", 1);

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
    for (int round = 0; round < ROUNDS; round++) {
      for (String options : CASES) {
        all.add((SEED + 100L * round + CASES.indexOf(options)) + " " + options);
      }
    }
    return all.stream();
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
      before = check(batch, added, before);
    }
  }

  private static String ending(String format) {
    return format.equals("jsonl") ? "jsonl" : "tsv";
  }

  /** Compares the collection with a run from scratch; returns the verdicts of that. */
  private Map<Long, Verdict> check(int batch, AddedBatch added, Map<Long, Verdict> before)
      throws IOException {
    Path scratch = folder.resolve("scratch-" + batch);
    Path exported = folder.resolve("export-" + batch);
    Configuration conf = configuration("");
    conf.set("mapreduce.job.reduces", String.valueOf(1 + batch % 3)); // whatever it is
    Configuration same = new Configuration(conf);
    added.generation().settings().forEach(same::set);
    new Pipeline(same, nowhere(), List.of(collection()), hadoop(scratch))
        .run(Pipeline.Existing.REFUSE);
    CollectionExport.run(conf, nowhere(), collection().toString(), hadoop(exported));
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      assertThat(files(exported.resolve(stage.folder())))
          .as("%s after batch %d", stage.folder(), batch)
          .isEqualTo(files(scratch.resolve(stage.folder())));
    }
    for (String part : List.of("kept", "removed", "skipped", "removed-by.tsv", "skipped.tsv")) {
      assertThat(tree(exported.resolve("6-dedup").resolve(part)))
          .as("%s after batch %d", part, batch)
          .isEqualTo(tree(scratch.resolve("6-dedup").resolve(part)));
    }
    compareCounts(exported, scratch, batch);
    assertThat(
            parts(
                folder.resolve("collection").resolve(added.generation().index().clusters()),
                "part-"))
        .as("decisions after batch %d", batch)
        .isEqualTo(parts(scratch.resolve("5-clusters/columns"), "part-"));
    Path dedup = Path.of(new Path2(added.work()).local(), "6-dedup");
    for (String part : List.of("kept", "removed")) {
      assertThat(tree(dedup.resolve(part).resolve("b" + batch)))
          .as("%s of batch %d", part, batch)
          .isEqualTo(tree(scratch.resolve("6-dedup").resolve(part).resolve("b" + batch)));
    }
    return compareChanges(batch, added, before, verdicts(scratch));
  }

  /** The local path of a path of Hadoop. */
  private record Path2(org.apache.hadoop.fs.Path path) {
    String local() {
      return path.toUri().getPath();
    }
  }

  private Map<Long, Verdict> verdicts(Path results) throws IOException {
    Map<Long, Verdict> verdicts = new HashMap<>();
    for (String line : parts(results.resolve("5-clusters/columns"), "part-").lines().toList()) {
      String[] fields = line.split("[\t ]", -1);
      verdicts.put(Long.parseLong(fields[0]), new Verdict(Long.parseLong(fields[1])));
    }
    return verdicts;
  }

  private static Map<Long, Verdict> compareChanges(
      int batch, AddedBatch added, Map<Long, Verdict> before, Map<Long, Verdict> after)
      throws IOException {
    List<String> changed = new ArrayList<>();
    List<String> reassigned = new ArrayList<>();
    long first = added.generation().batches().get(batch).firstColumn();
    for (long column = 0; column < first; column++) {
      long then = before.getOrDefault(column, new Verdict(column)).kept();
      long now = after.getOrDefault(column, new Verdict(column)).kept();
      if ((then == column) != (now == column)) {
        changed.add(column + " " + (now == column ? "kept" : "removed"));
      } else if (then != now) {
        reassigned.add(column + " " + now + " " + then);
      }
    }
    Path changes = Path.of(new Path2(added.work()).local(), "changes");
    assertThat(rows(changes.resolve("changes.tsv"), 4, 13)).isEqualTo(changed);
    assertThat(rows(changes.resolve("reassigned.tsv"), 4, 7, 13)).isEqualTo(reassigned);
    assertThat(added.nowKept() + added.nowRemoved()).isEqualTo(changed.size());
    assertThat(added.reassigned()).isEqualTo(reassigned.size());
    return after;
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

  private void compareCounts(Path exported, Path scratch, int batch) throws IOException {
    Map<Stage, List<String>> counters =
        Map.of(
            Stage.CANDIDATE_LIST,
            List.of("CANDIDATES", "LISTS"),
            Stage.VERIFY,
            List.of("CANDIDATES", "IMPLAUSIBLE", "PLAUSIBLE", "BELOW_THRESHOLD", "PAIRS_KEPT"));
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)) {
      Map<String, Long> one = new TreeMap<>(metadata(exported, stage).counts());
      Map<String, Long> other = new TreeMap<>(metadata(scratch, stage).counts());
      if (counters.containsKey(stage)) {
        one.keySet().retainAll(counters.get(stage));
        other.keySet().retainAll(counters.get(stage));
      }
      assertThat(one).as("counts of %s after batch %d", stage, batch).isEqualTo(other);
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
                      return new String(
                          Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
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
