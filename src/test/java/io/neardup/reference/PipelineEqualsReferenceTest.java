package io.neardup.reference;

import static io.neardup.reference.RandomCollection.hadoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage2bandbucket.BandBucketCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage4verify.compare.SampledPair;
import io.neardup.hadoop.stage5cluster.removal.NotedCluster;
import io.neardup.reference.ReferencePipeline.ClusterFigures;
import io.neardup.text.StopWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The embedded jobs write what the reference says, byte for byte, however the work is divided. */
class PipelineEqualsReferenceTest {

  private static final int DOCUMENTS = 80;

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
      reducers=2 shingle.unit=word text.normalization=letters text.ignore=[a-c]{2} TINY
      reducers=3 shingle.unit=word shingle.word-boundaries=blank signature.plan=local
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
      reducers=5 candidate.measure=containment candidate.min-shingles=20 candidate.max-twins=2 bucket.max-columns=6 TINY
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
  private ReferencePipeline reference;
  private Map<Stage, StageMetadata> stages;

  static List<SeededCase> cases() {
    return SeededCase.of(CASE_BY_CASE.lines().toList(), 5);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void jobsEqualReference(SeededCase options) {
    check(options);
  }

  /** Random corpora need not have pairs just below the threshold; this one has. */
  @Test
  void pairsJustBelowTheThresholdEqualReference() throws IOException {
    check(new SeededCase(1, "reducers=5 banding.bands=12 banding.rows=1 TINY"));
    assertThat(SampledPair.justBelow().read(new Configuration(), hadoop(output(Stage.VERIFY))))
        .isNotEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "banding.bands=3 banding.rows=1 similarity.threshold=0.2 cluster.keep=longest",
        "banding.bands=3 banding.rows=1 similarity.threshold=0.2 cluster.min-containment=0.5"
      })
  void documentsNearTheSameRemovedOneEqualReference(String options) {
    check(new SeededCase(1, "reducers=2 candidate.max-twins=1 " + options));
    assertThat(reference.adopted).isNotEmpty();
  }

  /** Combinations nobody thought of. */
  @ParameterizedTest(name = "random case {0}")
  @ValueSource(ints = {0, 1})
  void jobsEqualReferenceInRandomConfigurations(int number) {
    long seed = SeededCase.SEED + 1000 + number;
    check(new SeededCase(seed, randomOptions(new Random(seed))));
  }

  @ParameterizedTest(name = "sets, {0}")
  @ValueSource(
      strings = {
        "reducers=5 signature.plan=sort cluster.keep=longest TINY",
        "reducers=5 cluster.linking=direct cluster.keep=longest similarity.threshold=0.3",
        "reducers=3 candidate.measure=containment candidate.min-shingles=16 TINY",
        "reducers=1 signature.plan=local shingle.multiset=true shingle.hash-bits=32"
      })
  void jobsEqualReferenceOnSets(String options) {
    check(new SeededCase(SeededCase.SEED, options + " ingest.format=sets"));
  }

  private static String randomOptions(Random random) {
    String choices =
        """
        reducers=1|reducers=2|reducers=5
        signature.plan=sort|signature.plan=local
        signature.pruning=true|signature.pruning=false
        signature.scheme=fast|signature.scheme=universal
        shingle.unit=char|shingle.unit=word|shingle.unit=stopword
        |shingle.size=1|shingle.size=5
        shingle.hash-bits=64|shingle.hash-bits=32
        shingle.multiset=false|shingle.multiset=true
        |||shingle.max-document-share=0.08|shingle.max-document-share=0.12 shingle.document-share-of=source
        text.normalization=whitespace|text.normalization=none|text.normalization=fold|text.normalization=letters
        |text.ignore=[xyz]+
        shingle.word-boundaries=unicode|shingle.word-boundaries=blank
        verify=exact|verify=signature
        banding.bands=3|banding.bands=12
        banding.rows=1|banding.rows=3
        candidate.max-twins=2|candidate.max-twins=100
        bucket.max-columns=4|bucket.max-columns=10000
        similarity.threshold=0|similarity.threshold=0.5|similarity.threshold=1
        cluster.keep=first|cluster.keep=longest|cluster.keep=longest,last|PREFIXES|SOURCES|ingest.format=jsonl FIELDS_OF_SOURCES|ingest.format=jsonl FIELDS
        cluster.linking=components|cluster.linking=direct
        TINY|
        """;
    return choices
        .lines()
        .map(line -> line.split("\\|", -1))
        .map(choice -> choice[random.nextInt(choice.length)])
        .collect(Collectors.joining(" "));
  }

  private void check(SeededCase seeded) {
    seeded.run(
        () -> {
          String options = expanded(seeded.options());
          Configuration conf = RandomCollection.conf(RandomCollection.STANDARD + " " + options);
          Settings settings = HadoopSettings.of(conf);
          String format = RandomCollection.format(options);
          reference = new ReferencePipeline(settings, format.equals("sets"), StopWords.english());
          Path input = folder.resolve("input");
          List<String> files = List.of("part-0", "part-1", "part-2");
          int number = 1 + (int) (seeded.seed() % files.size());
          new RandomCorpus(seeded.seed(), DOCUMENTS)
              .write(input, format, files.subList(0, number), 0, DOCUMENTS, reference);
          if (format.equals("tsv")) {
            Files.createFile(input.resolve("part-9-empty.tsv"));
          }
          reference.leaveOutStopShingles();
          stages =
              new Pipeline(
                      conf,
                      Pipelines.NOWHERE,
                      List.of(hadoop(input)),
                      hadoop(folder.resolve("output")))
                  .run(Pipeline.Existing.REFUSE)
                  .stages();
          compare(settings, options);
        });
  }

  private static String expanded(String options) {
    return options
        .replace("TINY", TINY)
        .replace("PREFIXES", PREFIXES)
        .replace("FIELDS_OF_SOURCES", FIELDS_OF_SOURCES)
        .replace("FIELDS", FIELDS)
        .replace("SOURCES", SOURCES);
  }

  private void compare(Settings settings, String options) throws IOException {
    assertThat(stages.get(Stage.INGEST).columns()).as("columns").isEqualTo(reference.columns());
    int slots = settings.slots();
    assertThat(records(Pipelines.parts(output(Stage.SHINGLE_SORT)), slots))
        .as("signatures")
        .isEqualTo(records(reference.signatures(), slots));
    compareBuckets(settings, options);
    compareLines(Stage.CANDIDATE_LIST, reference.candidateLines());
    assertThat(stages.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES))
        .as("number of candidates")
        .isEqualTo(reference.candidates().size());
    compareLines(Stage.VERIFY, reference.pairs().values());
    compareSamples(settings);
    compareLines(Stage.CLUSTER, reference.clusterLines());
    compareNotedClusters();
    Path clusters = output(Stage.CLUSTER);
    assertThat(
            Files.readAllLines(clusters.resolve("removed-by.tsv")).stream()
                .map(ComparedResults::withoutPlaces))
        .as("removed-by.tsv")
        .isEqualTo(reference.removedByLines());
    String sources = Files.readString(clusters.resolve("sources.tsv"));
    compare("sources.tsv", sources, reference.sourceLines());
    String overlaps = Files.readString(clusters.resolve("source-overlaps.tsv"));
    compare("source-overlaps.tsv", overlaps, reference.sourceOverlapLines());
    String sizes = Files.readString(clusters.resolve("sizes.tsv"));
    compare("sizes.tsv", sizes, reference.sizeLines());
    compare(
        "kept columns",
        ComparedResults.parts(clusters.resolve("columns")),
        reference.keptColumnLines());
    boolean ofCharacters =
        settings.get(Keys.SHINGLE_UNIT).equals("char") && settings.getInt(Keys.SHINGLE_SIZE) == 1;
    // If single characters are stop shingles, nothing is left of the texts.
    if (!ofCharacters || settings.get(Keys.MAX_DOCUMENT_SHARE) == 1) {
      // Copies of a text of 30 words: nothing above was compared with nothing.
      assertThat(reference.pairs()).as("pairs").isNotEmpty();
    }
  }

  /** Compares the pairs that stage 4 keeps as examples, and its counts by similarity. */
  private void compareSamples(Settings settings) throws IOException {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path pairs = hadoop(output(Stage.VERIFY));
    double threshold = settings.get(Keys.THRESHOLD);
    assertThat(SampledPair.justAbove().read(conf, pairs).stream().map(SampledPair::line))
        .as("pairs just above the threshold")
        .isEqualTo(reference.justAbove(100));
    assertThat(SampledPair.mostSimilar().read(conf, pairs).stream().map(SampledPair::line))
        .as("most similar pairs")
        .isEqualTo(reference.mostSimilar(10));
    assertThat(SampledPair.justBelow().read(conf, pairs).stream().map(SampledPair::line))
        .as("pairs just below the threshold")
        .isEqualTo(
            settings.get(Keys.VERIFY_MODE).equals("exact")
                ? reference.justBelow(100, Math.max(0, threshold - 0.1))
                : List.of());
    long[] expected = new long[101];
    reference.similarities().forEach((bin, count) -> expected[bin] = count);
    assertThat(VerifyStage.similarities(conf, pairs)).as("pairs by similarity").isEqualTo(expected);
  }

  /** Compares the clusters that stage 5 keeps as examples. */
  private void compareNotedClusters() throws IOException {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path clusters = hadoop(output(Stage.CLUSTER));
    List<ClusterFigures> all = reference.clusterFigures();
    Comparator<ClusterFigures> bySize =
        Comparator.comparingLong(ClusterFigures::documents)
            .reversed()
            .thenComparingLong(ClusterFigures::first);
    assertThat(figures(NotedCluster.largest().read(conf, clusters)))
        .as("largest clusters")
        .isEqualTo(all.stream().sorted(bySize).limit(20).toList());
    assertThat(figures(NotedCluster.sparsest().read(conf, clusters)))
        .as("sparsest clusters")
        .isEqualTo(
            all.stream()
                .filter(cluster -> cluster.documents() > 2 && !cluster.least().equals("1.000000"))
                .sorted(Comparator.comparingDouble(ClusterFigures::density).thenComparing(bySize))
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

  private void compareLines(Stage stage, Collection<String> expected) throws IOException {
    compare("lines of " + stage, ComparedResults.parts(output(stage)), expected);
  }

  private static void compare(String what, String text, Collection<String> expected) {
    assertThat(text)
        .as(what)
        .isEqualTo(expected.stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  private void compareBuckets(Settings settings, String options) throws IOException {
    List<ReferenceBucket> buckets = reference.buckets();
    List<ReferenceBucket> several = buckets.stream().filter(b -> b.size() > 1).toList();
    List<ReferenceBucket> ofFirstBand = buckets.stream().filter(b -> b.band == 0).toList();
    List<ReferenceBucket> large = buckets.stream().filter(ReferenceBucket::isLarge).toList();
    if (!settings.isOfContainment()) { // the hashes of anchors are not compared
      compareLines(buckets, several, large);
    }
    StageMetadata metadata = stages.get(Stage.BAND_BUCKET);
    assertThat(
            Stream.of(
                    BandBucketCounters.SINGLE_BUCKETS,
                    BandBucketCounters.NONTRIVIAL_BUCKETS,
                    BandBucketCounters.TWIN_GROUPS_COLLAPSED,
                    BandBucketCounters.TWIN_PAIRS_IMPLIED,
                    BandBucketCounters.LARGE_BUCKETS_LINKED,
                    BandBucketCounters.PAIRS_NOT_LISTED)
                .map(metadata::count))
        .as("single, nontrivial, collapsed, implied, large, not listed")
        .containsExactly(
            (long) buckets.size() - several.size(),
            (long) several.size(),
            ofFirstBand.stream().mapToLong(b -> b.collapsedGroups).sum(),
            ofFirstBand.stream().mapToLong(b -> b.impliedPairs).sum(),
            (long) large.size(),
            large.stream().mapToLong(b -> b.pairsNotListed).sum());
    assertThat(largeBuckets())
        .as("large buckets")
        .containsExactlyInAnyOrderElementsOf(
            large.stream().map(b -> b.band + " " + b.size() + " " + b.pairsNotListed).toList());
    if (options.contains("candidate.max-twins=2 bucket.max-columns=3")) { // lest it tests nothing
      assertThat(metadata.count(BandBucketCounters.TWIN_GROUPS_COLLAPSED)).isPositive();
      assertThat(large).isNotEmpty();
    }
  }

  private void compareLines(
      List<ReferenceBucket> buckets, List<ReferenceBucket> several, List<ReferenceBucket> large)
      throws IOException {
    if (buckets.stream().allMatch(ReferenceBucket::isListedInFull)) {
      compareLines(Stage.BAND_BUCKET, several.stream().map(ReferenceBucket::line).toList());
    }
    Map<String, SortedSet<ColumnPair>> expected = new LinkedHashMap<>();
    for (ReferenceBucket bucket : buckets) {
      if (!bucket.pairs.isEmpty()) {
        expected.put(bucket.name(), bucket.pairs);
      }
    }
    Map<String, SortedSet<ColumnPair>> listed =
        listedPairs(large.stream().map(ReferenceBucket::name).toList());
    assertThat(listed).as("buckets").isEqualTo(expected);
    assertThat(listed.keySet()).as("order of buckets").containsExactlyElementsOf(expected.keySet());
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
        .toList();
  }

  /** Returns the pairs that the lines of the buckets stand for, by bucket. */
  private Map<String, SortedSet<ColumnPair>> listedPairs(List<String> large) throws IOException {
    Map<String, SortedSet<ColumnPair>> listed = new LinkedHashMap<>();
    String last = "";
    for (String line : ComparedResults.parts(output(Stage.BAND_BUCKET)).lines().toList()) {
      String[] fields = line.split("\t", -1);
      assertThat(fields).hasSize(4);
      String bucket = fields[0] + "\t" + fields[1];
      assertThat(bucket.equals(last) || !listed.containsKey(bucket)).as(bucket).isTrue();
      last = bucket;
      int slash = fields[2].indexOf('/');
      int old = slash < 0 ? 0 : Integer.parseInt(fields[2].substring(0, slash));
      int heads = Integer.parseInt(fields[2].substring(slash + 1));
      long[] columns = Arrays.stream(fields[3].split(" ", -1)).mapToLong(Long::parseLong).toArray();
      for (int head = 0; head < heads; head++) {
        for (int other = Math.max(old, head + 1); other < columns.length; other++) {
          ColumnPair pair = ColumnPair.of(columns[head], columns[other]);
          boolean isNew = listed.computeIfAbsent(bucket, b -> new TreeSet<>()).add(pair);
          assertThat(isNew || large.contains(bucket))
              .as("%s of bucket %s is listed once", pair, bucket)
              .isTrue();
        }
      }
    }
    return listed;
  }

  private Path output(Stage stage) {
    return folder.resolve("output").resolve(stage.folder());
  }

  /** Returns signature columns in a form that shows a difference: as many bytes, as hex. */
  private static List<String> records(byte[] bytes, int slots) {
    int digits = 2 * (Long.BYTES + slots * Integer.BYTES);
    return List.of(HexFormat.of().formatHex(bytes).split("(?<=\\G.{" + digits + "})", -1));
  }
}
