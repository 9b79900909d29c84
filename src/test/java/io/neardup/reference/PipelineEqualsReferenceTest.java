package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage2bandbucket.BandBucketCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.SampledPair;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage5cluster.removal.NotedCluster;
import io.neardup.reference.ReferencePipeline.ClusterFigures;
import io.neardup.text.StopWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The embedded jobs write what the reference says, byte for byte, however the work is divided. The
 * corpora are random; a failure names the seed, and {@code -Dneardup.test.seed=SEED} runs it again.
 * {@code -Dneardup.test.rounds=1} runs all cases; otherwise the seed chooses some.
 */
class PipelineEqualsReferenceTest {

  private static final long SEED =
      Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);

  private static final int ROUNDS = Integer.getInteger("neardup.test.rounds", 0);

  /** How many cases are run where no number of rounds is set: others with each seed. */
  private static final int SOME = 8;

  private static final int DOCUMENTS = 80;

  /** What holds where a case says nothing: few slots and a low threshold, so that much is found. */
  private static final String STANDARD =
      "banding.bands=8 banding.rows=2 similarity.threshold=0.4 verify.max-miss-rate=0.01"
          + " ingest.max-bad-records=100%";

  private static final String TINY =
      "ingest.range-bytes=150 document.split-bytes=1500 signature.block-columns=7 split=3000";

  private static final String PREFIXES =
      "cluster.keep=priority cluster.priority-prefixes=part-2,part-1.";

  private static final String FIELDS =
      "cluster.keep=priority cluster.priority-field=weight cluster.source-field=site";

  private static final String SOURCES =
      "cluster.keep=source,longest,first cluster.source-order=part-2.tsv,part-1.tsv";

  private static final String FIELDS_OF_SOURCES =
      "cluster.keep=source,priority,last cluster.source-order=3,1 cluster.priority-field=weight"
          + " cluster.source-field=site";

  private static final String CASE_BY_CASE =
      """
      reducers=1 signature.plan=sort signature.pruning=true cluster.linking=components
      reducers=5 signature.plan=sort signature.pruning=true cluster.linking=components TINY
      reducers=5 signature.plan=sort signature.pruning=false TINY
      reducers=1 signature.plan=sort signature.pruning=false signature.block-columns=1
      reducers=5 signature.plan=local TINY verify=signature
      reducers=1 signature.plan=local signature.scheme=universal cluster.keep=longest
      reducers=5 signature.plan=sort signature.scheme=universal signature.pruning=true TINY
      reducers=1 signature.plan=sort signature.scheme=universal signature.pruning=false verify=signature
      reducers=5 shingle.unit=word shingle.size=2 cluster.keep=longest cluster.max-memory-columns=1 TINY
      reducers=1 shingle.unit=word text.normalization=none signature.plan=local
      reducers=5 shingle.unit=stopword shingle.size=5 similarity.threshold=0.2
      reducers=1 shingle.unit=stopword shingle.multiset=true text.normalization=fold TINY
      reducers=5 shingle.unit=char shingle.size=4 shingle.hash-bits=32 shingle.multiset=true
      reducers=1 shingle.hash-bits=32 text.normalization=fold signature.pruning=false
      reducers=5 shingle.multiset=true shingle.size=1 signature.seed=-7 TINY
      reducers=1 banding.bands=20 banding.rows=5 similarity.threshold=0.8 verify.max-miss-rate=0.0001
      reducers=5 banding.bands=1 banding.rows=1 TINY
      reducers=5 candidate.max-twins=2 bucket.max-columns=3 banding.bands=10 TINY
      reducers=1 candidate.max-twins=2 banding.bands=10 verify=signature
      reducers=5 cluster.linking=direct cluster.max-memory-columns=1 TINY
      reducers=1 cluster.linking=direct cluster.keep=longest similarity.threshold=0.3
      reducers=5 cluster.linking=direct PREFIXES similarity.threshold=0.3 verify=signature TINY
      reducers=5 cluster.linking=components PREFIXES TINY
      reducers=3 cluster.keep=last TINY
      reducers=1 cluster.linking=components cluster.keep=longest,last
      reducers=5 SOURCES TINY
      reducers=2 cluster.linking=components SOURCES verify=signature
      reducers=3 ingest.format=jsonl FIELDS_OF_SOURCES similarity.threshold=0.3 TINY
      reducers=1 candidate.measure=containment candidate.min-shingles=16
      reducers=5 candidate.measure=containment candidate.min-shingles=20 bucket.max-columns=6 TINY
      reducers=3 candidate.measure=containment shingle.unit=word cluster.min-containment=0.9 PREFIXES
      reducers=1 candidate.measure=containment cluster.keep=first shingle.max-document-share=0.1
      reducers=1 cluster.min-containment=0.7 similarity.threshold=0.3
      reducers=5 cluster.min-containment=0.8 cluster.keep=first similarity.threshold=0.3 TINY
      reducers=1 cluster.linking=direct ingest.format=jsonl FIELDS similarity.threshold=0.3
      reducers=5 cluster.linking=components ingest.format=jsonl FIELDS TINY
      reducers=5 candidate.max-twins=1 bucket.max-columns=2 banding.rows=1 signature.scheme=universal
      reducers=5 shingle.max-document-share=0.03 signature.plan=sort TINY
      reducers=1 shingle.max-document-share=0.1 signature.plan=local verify=signature
      reducers=5 shingle.max-document-share=0.05 shingle.unit=word shingle.hash-bits=32 shingle.multiset=true
      reducers=3 shingle.max-document-share=0.12 shingle.document-share-of=source ingest.format=jsonl FIELDS
      """;

  @TempDir private Path folder;

  private static List<String> all() {
    return CASE_BY_CASE.lines().toList();
  }

  static List<String> cases() {
    List<String> cases = new ArrayList<>(all());
    Collections.shuffle(cases, new Random(SEED));
    return ROUNDS == 0 ? cases.subList(0, SOME) : cases;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void jobsEqualReference(String options) throws IOException {
    long seed = SEED + all().indexOf(options);
    check(seed, options, false);
  }

  /** Random corpora need not have pairs just below the threshold; this one has. */
  @Test
  void pairsJustBelowTheThresholdEqualReference() throws IOException {
    check(1, "reducers=5 banding.bands=12 banding.rows=1 TINY", false);
    assertThat(
            VerifyStage.justBelow(
                new Configuration(), new org.apache.hadoop.fs.Path(output(Stage.VERIFY).toUri())))
        .isNotEmpty();
  }

  /** Combinations nobody thought of. */
  @ParameterizedTest(name = "random case {0}")
  @ValueSource(ints = {0, 1})
  void jobsEqualReferenceInRandomConfigurations(int number) throws IOException {
    long seed = SEED + 1000 + number;
    check(seed, randomOptions(new Random(seed)), false);
  }

  @ParameterizedTest(name = "sets, {0}")
  @ValueSource(
      strings = {
        "reducers=5 signature.plan=sort cluster.keep=longest TINY",
        "reducers=5 cluster.linking=direct cluster.keep=longest similarity.threshold=0.3",
        "reducers=3 candidate.measure=containment candidate.min-shingles=16 TINY",
        "reducers=1 signature.plan=local shingle.multiset=true shingle.hash-bits=32"
      })
  void jobsEqualReferenceOnSets(String options) throws IOException {
    check(SEED, options + " ingest.format=sets", true);
  }

  private static String randomOptions(Random random) {
    List<List<String>> choices =
        List.of(
            List.of("reducers=1", "reducers=2", "reducers=5"),
            List.of("signature.plan=sort", "signature.plan=local"),
            List.of("signature.pruning=true", "signature.pruning=false"),
            List.of("signature.scheme=fast", "signature.scheme=universal"),
            List.of("shingle.unit=char", "shingle.unit=word", "shingle.unit=stopword"),
            List.of("", "shingle.size=1", "shingle.size=5"),
            List.of("shingle.hash-bits=64", "shingle.hash-bits=32"),
            List.of("shingle.multiset=false", "shingle.multiset=true"),
            List.of(
                "",
                "",
                "",
                "shingle.max-document-share=0.08",
                "shingle.max-document-share=0.12 shingle.document-share-of=source"),
            List.of(
                "text.normalization=whitespace",
                "text.normalization=none",
                "text.normalization=fold"),
            List.of("verify=exact", "verify=signature"),
            List.of("banding.bands=3", "banding.bands=12"),
            List.of("banding.rows=1", "banding.rows=3"),
            List.of("candidate.max-twins=2", "candidate.max-twins=100"),
            List.of("bucket.max-columns=4", "bucket.max-columns=10000"),
            List.of("similarity.threshold=0", "similarity.threshold=0.5", "similarity.threshold=1"),
            List.of(
                "cluster.keep=first",
                "cluster.keep=longest",
                "cluster.keep=longest,last",
                "PREFIXES",
                "SOURCES",
                "ingest.format=jsonl FIELDS_OF_SOURCES",
                "ingest.format=jsonl FIELDS"),
            List.of("cluster.linking=components", "cluster.linking=direct"),
            List.of("TINY", ""));
    StringBuilder options = new StringBuilder();
    for (List<String> choice : choices) {
      options.append(choice.get(random.nextInt(choice.size()))).append(' ');
    }
    return options.toString();
  }

  private void check(long seed, String options, boolean sets) throws IOException {
    Configuration conf = configuration(STANDARD + " " + options);
    Settings settings = HadoopSettings.of(conf);
    ReferencePipeline reference = new ReferencePipeline(settings, sets, StopWords.english());
    RandomCorpus corpus = new RandomCorpus(seed, DOCUMENTS);
    Path input = folder.resolve(sets ? "input.tsv" : "input");
    if (sets) {
      corpus.writeSets(input, reference);
    } else if (options.contains("jsonl")) {
      corpus.writeJson(input, reference);
    } else {
      corpus.writeTsv(
          input, reference, List.of(settings.get(Keys.PRIORITY_PREFIXES).split(",", -1)));
    }
    reference.leaveOutStopShingles();
    String replay = "-Dneardup.test.seed=" + SEED + " (corpus of seed " + seed + "), " + options;
    try {
      compare(run(conf, input), reference, settings, replay);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(replay, e);
    }
  }

  private Configuration configuration(String options) throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", folder.resolve("staging").toString());
    conf.set("mapreduce.client.progressmonitor.pollinterval", "5");
    conf.set("mapreduce.task.io.sort.mb", "1");
    for (String option : expanded(options).strip().split(" +", -1)) {
      String[] parts = option.split("=", -1);
      switch (parts[0]) {
        case "reducers" -> conf.set("mapreduce.job.reduces", parts[1]);
        case "split" -> conf.set("mapreduce.input.fileinputformat.split.maxsize", parts[1]);
        default -> conf.set(Settings.PREFIX + parts[0], parts[1]);
      }
    }
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private static String expanded(String options) {
    return options
        .replace("TINY", TINY)
        .replace("PREFIXES", PREFIXES)
        .replace("FIELDS_OF_SOURCES", FIELDS_OF_SOURCES)
        .replace("FIELDS", FIELDS)
        .replace("SOURCES", SOURCES);
  }

  private Map<Stage, StageMetadata> run(Configuration conf, Path input) throws IOException {
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, UTF_8);
    return new Pipeline(
            conf,
            nowhere,
            List.of(new org.apache.hadoop.fs.Path(input.toUri())),
            new org.apache.hadoop.fs.Path(folder.resolve("output").toUri()))
        .run(Pipeline.Existing.REFUSE)
        .stages();
  }

  private void compare(
      Map<Stage, StageMetadata> stages,
      ReferencePipeline reference,
      Settings settings,
      String replay)
      throws IOException {
    assertThat(stages.get(Stage.INGEST).columns())
        .as("columns, %s", replay)
        .isEqualTo(reference.columns());
    byte[] signatures = parts(output(Stage.SHINGLE_SORT));
    int slots = settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
    assertThat(records(signatures, slots))
        .as("signatures, %s", replay)
        .isEqualTo(records(reference.signatures(), slots));
    if (!settings.isOfContainment()) {
      compareBuckets(reference.buckets(), stages.get(Stage.BAND_BUCKET), replay);
    }
    compareLines(Stage.CANDIDATE_LIST, reference.candidateLines(), replay);
    assertThat(stages.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES))
        .as("number of candidates, %s", replay)
        .isEqualTo(reference.candidates().size());
    compareLines(Stage.VERIFY, reference.pairLines(), replay);
    compareSamples(reference, settings, replay);
    compareLines(Stage.CLUSTER, reference.clusterLines(), replay);
    compareNotedClusters(reference.clusterFigures(), replay);
    assertThat(
            Files.readAllLines(output(Stage.CLUSTER).resolve("removed-by.tsv")).stream()
                .map(PipelineEqualsReferenceTest::withoutFiles))
        .as("removed-by.tsv, %s", replay)
        .isEqualTo(reference.removedByLines());
    compareFile("sources.tsv", reference.sourceLines(), replay);
    compareFile("sizes.tsv", reference.sizeLines(), replay);
    assertThat(new String(parts(output(Stage.CLUSTER).resolve("columns")), UTF_8))
        .as("kept columns, %s", replay)
        .isEqualTo(unlines(reference.keptColumnLines()));
    // Copies of a text of 30 words: nothing above was compared with nothing.
    assertThat(reference.pairLines()).as("pairs, %s", replay).isNotEmpty();
  }

  /** Compares the pairs that stage 4 keeps as examples, and its counts by similarity. */
  private void compareSamples(ReferencePipeline reference, Settings settings, String replay)
      throws IOException {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path pairs = new org.apache.hadoop.fs.Path(output(Stage.VERIFY).toUri());
    double threshold = settings.get(Keys.THRESHOLD);
    assertThat(VerifyStage.justAbove(conf, pairs).stream().map(SampledPair::line))
        .as("pairs just above the threshold, %s", replay)
        .isEqualTo(reference.justAbove(100));
    List<SampledPair> below = VerifyStage.justBelow(conf, pairs);
    assertThat(below.stream().map(SampledPair::line))
        .as("pairs just below the threshold, %s", replay)
        .isEqualTo(
            settings.get(Keys.VERIFY_MODE).equals("exact")
                ? reference.justBelow(100, Math.max(0, threshold - 0.1))
                : List.of());
    long[] expected = new long[101];
    reference.similarities().forEach((bin, count) -> expected[bin] = count);
    assertThat(VerifyStage.similarities(conf, pairs))
        .as("pairs by similarity, %s", replay)
        .isEqualTo(expected);
  }

  /** Compares the clusters that stage 5 keeps as examples. */
  private void compareNotedClusters(List<ClusterFigures> all, String replay) throws IOException {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path clusters =
        new org.apache.hadoop.fs.Path(output(Stage.CLUSTER).toUri());
    Comparator<ClusterFigures> bySize =
        Comparator.comparingLong(ClusterFigures::documents).reversed();
    assertThat(figures(NotedCluster.largest().read(conf, clusters)))
        .as("largest clusters, %s", replay)
        .isEqualTo(
            all.stream()
                .sorted(bySize.thenComparingLong(ClusterFigures::first))
                .limit(20)
                .toList());
    assertThat(figures(NotedCluster.sparsest().read(conf, clusters)))
        .as("sparsest clusters, %s", replay)
        .isEqualTo(
            all.stream()
                .filter(cluster -> cluster.documents() > 2 && !cluster.least().equals("1.000000"))
                .sorted(
                    Comparator.comparingDouble(ClusterFigures::density)
                        .thenComparing(bySize)
                        .thenComparingLong(ClusterFigures::first))
                .limit(20)
                .toList());
  }

  private static List<ClusterFigures> figures(List<NotedCluster> clusters) {
    return clusters.stream()
        .map(
            cluster ->
                new ClusterFigures(
                    cluster.first(),
                    cluster.documents(),
                    cluster.pairs(),
                    String.format(Locale.ROOT, "%.6f", cluster.least() / 1e6)))
        .toList();
  }

  /** Returns a line of removed-by.tsv without the files and positions of the two documents. */
  private static String withoutFiles(String line) {
    List<String> fields = new ArrayList<>(List.of(line.split("\t", -1)));
    assertThat(fields).hasSize(13);
    fields.subList(8, 10).clear();
    fields.subList(5, 7).clear();
    return String.join("\t", fields);
  }

  private void compareFile(String name, List<String> expected, String replay) throws IOException {
    assertThat(Files.readString(output(Stage.CLUSTER).resolve(name)))
        .as("%s, %s", name, replay)
        .isEqualTo(unlines(expected));
  }

  private void compareLines(Stage stage, List<String> expected, String replay) throws IOException {
    byte[] bytes = parts(output(stage));
    assertThat(new String(bytes, UTF_8).lines().toList())
        .as("lines of %s, %s", stage, replay)
        .isEqualTo(expected);
    assertThat(bytes)
        .as("bytes of %s, %s", stage, replay)
        .isEqualTo(unlines(expected).getBytes(UTF_8));
  }

  private void compareBuckets(List<ReferenceBucket> buckets, StageMetadata metadata, String replay)
      throws IOException {
    if (buckets.stream().allMatch(ReferenceBucket::isListedInFull)) {
      compareLines(
          Stage.BAND_BUCKET, buckets.stream().flatMap(b -> b.lines().stream()).toList(), replay);
    }
    SortedMap<String, SortedSet<ColumnPair>> expected = new TreeMap<>();
    for (ReferenceBucket bucket : buckets) {
      if (!bucket.pairs().isEmpty()) {
        expected.put(
            name(bucket.band(), HexFormat.of().toHexDigits(bucket.hash())), bucket.pairs());
      }
    }
    Set<String> large =
        buckets.stream()
            .filter(ReferenceBucket::isLarge)
            .map(b -> name(b.band(), HexFormat.of().toHexDigits(b.hash())))
            .collect(Collectors.toSet());
    assertThat(listedPairs(large, replay)).as("buckets, %s", replay).isEqualTo(expected);
    assertThat(
            Stream.of(
                    BandBucketCounters.SINGLE_BUCKETS,
                    BandBucketCounters.NONTRIVIAL_BUCKETS,
                    BandBucketCounters.TWIN_GROUPS_COLLAPSED,
                    BandBucketCounters.TWIN_PAIRS_IMPLIED,
                    BandBucketCounters.LARGE_BUCKETS_LINKED,
                    BandBucketCounters.PAIRS_NOT_LISTED)
                .map(metadata::count))
        .as("single, nontrivial, collapsed, implied, large, not listed; %s", replay)
        .containsExactly(
            buckets.stream().filter(b -> b.size() == 1).count(),
            buckets.stream().filter(b -> b.size() > 1).count(),
            buckets.stream()
                .filter(b -> b.band() == 0)
                .mapToLong(ReferenceBucket::collapsedGroups)
                .sum(),
            buckets.stream()
                .filter(b -> b.band() == 0)
                .mapToLong(ReferenceBucket::impliedPairs)
                .sum(),
            buckets.stream().filter(ReferenceBucket::isLarge).count(),
            buckets.stream().mapToLong(ReferenceBucket::pairsNotListed).sum());
    assertThat(largeBuckets())
        .as("large buckets; %s", replay)
        .containsExactlyElementsOf(
            buckets.stream()
                .filter(ReferenceBucket::isLarge)
                .map(b -> b.band() + " " + b.size() + " " + b.pairsNotListed())
                .sorted()
                .toList());
    if (replay.contains("candidate.max-twins=2 bucket.max-columns=3")) { // lest it tests nothing
      assertThat(metadata.count(BandBucketCounters.TWIN_GROUPS_COLLAPSED)).as(replay).isPositive();
      assertThat(metadata.count(BandBucketCounters.LARGE_BUCKETS_LINKED)).as(replay).isPositive();
    }
  }

  /** Returns band, columns and pairs not listed of the buckets that a file of stage 2 names. */
  private List<String> largeBuckets() throws IOException {
    Path file = output(Stage.BAND_BUCKET).resolve("_large-buckets.tsv");
    if (!Files.exists(file)) {
      return List.of();
    }
    return Files.readAllLines(file).stream()
        .map(line -> line.split("\t", -1))
        .map(fields -> fields[0] + " " + fields[2] + " " + fields[4])
        .sorted()
        .toList();
  }

  private static String name(int band, String hash) {
    return String.format("%05d %s", band, hash);
  }

  /** Returns the pairs that the lines of the buckets stand for, by bucket. */
  private SortedMap<String, SortedSet<ColumnPair>> listedPairs(Set<String> large, String replay)
      throws IOException {
    SortedMap<String, SortedSet<ColumnPair>> listed = new TreeMap<>();
    String last = "";
    for (String line : new String(parts(output(Stage.BAND_BUCKET)), UTF_8).lines().toList()) {
      String[] fields = line.split("\t", -1);
      assertThat(fields).as(replay).hasSize(4);
      String bucket = name(Integer.parseInt(fields[0]), fields[1]);
      assertThat(bucket).as("order of buckets, %s", replay).isGreaterThanOrEqualTo(last);
      last = bucket;
      int heads = Integer.parseInt(fields[2]);
      long[] columns = Arrays.stream(fields[3].split(" ", -1)).mapToLong(Long::parseLong).toArray();
      for (int head = 0; head < heads; head++) {
        for (int other = head + 1; other < columns.length; other++) {
          ColumnPair pair = ColumnPair.of(columns[head], columns[other]);
          boolean isNew = listed.computeIfAbsent(bucket, b -> new TreeSet<>()).add(pair);
          assertThat(isNew || large.contains(bucket))
              .as("%s of bucket %s is listed once, %s", pair, bucket, replay)
              .isTrue();
        }
      }
    }
    return listed;
  }

  private Path output(Stage stage) {
    return folder.resolve("output").resolve(stage.folder());
  }

  /** Returns the part files of a folder, concatenated in name order. */
  private static byte[] parts(Path of) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.list(of)) {
      all.filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .forEach(files::add);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Path file : files) {
      bytes.writeBytes(Files.readAllBytes(file));
    }
    return bytes.toByteArray();
  }

  /** Returns signature columns in a form that shows a difference: as many bytes, as hex. */
  private static List<String> records(byte[] bytes, int slots) {
    int length = Long.BYTES + slots * Integer.BYTES;
    return IntStream.rangeClosed(0, (bytes.length - 1) / length)
        .mapToObj(
            i -> ByteBuffer.wrap(bytes, i * length, Math.min(length, bytes.length - i * length)))
        .map(
            record -> {
              byte[] one = new byte[record.remaining()];
              record.get(one);
              return HexFormat.of().formatHex(one);
            })
        .toList();
  }

  private static String unlines(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }
}
