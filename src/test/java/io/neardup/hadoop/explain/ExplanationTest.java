package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {

  /** How far a forecast may be off. */
  private static final double SHARE = 0.2;

  private static final int SMALL = 3_000;
  private static final int LARGE = 12_000;

  @TempDir private Path folder;

  /** Of three documents one is new, the others nearly a copy of one before, a group of 1 to 9. */
  private static String document(int number) {
    Random random = new Random(number / 9 * 4 + Math.min(3, number % 9));
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 60 + number / 9 % 100; word++) {
      text.append(Integer.toString(random.nextInt(40_000), 36)).append(' ');
    }
    return "page " + number + "\t" + text + number % 9;
  }

  private org.apache.hadoop.fs.Path write(int documents) throws IOException {
    Path file = folder.resolve(documents + ".tsv");
    Files.write(file, IntStream.range(0, documents).mapToObj(d -> document(d)).toList());
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private static Configuration conf(String plan) throws IOException {
    Configuration conf = new Configuration();
    conf.set("neardup.signature.plan", plan);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  private static StageContext context(Configuration conf) {
    return new StageContext(new Configuration(conf), System.err, "explain:", false);
  }

  private Map<Stage, StageMetadata> run(int documents, Configuration conf) throws IOException {
    return run(Path.of(write(documents).toUri()), documents, conf);
  }

  private Map<Stage, StageMetadata> run(Path input, int documents, Configuration conf)
      throws IOException {
    Map<Stage, StageMetadata> stages =
        new Pipeline(
                conf,
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                List.of(new org.apache.hadoop.fs.Path(input.toUri())),
                output(documents))
            .run(Pipeline.Existing.REFUSE)
            .stages();
    org.apache.hadoop.fs.Path corpus = new org.apache.hadoop.fs.Path(output(documents), "corpus");
    stages.put(Stage.INGEST, Corpus.batches(conf, corpus).get(0).metadata());
    return stages;
  }

  private org.apache.hadoop.fs.Path output(int documents) {
    return new org.apache.hadoop.fs.Path(folder.resolve("output-" + documents).toUri());
  }

  private Forecast forecast(int of, long documents, long sampleBytes, Configuration conf)
      throws IOException {
    return forecast(of, documents, sampleBytes, Long.MAX_VALUE, conf);
  }

  private Forecast forecast(
      int of, long documents, long sampleBytes, long sampleDocuments, Configuration conf)
      throws IOException {
    StageContext context = context(conf);
    Corpus corpus = Corpus.open(context, new org.apache.hadoop.fs.Path(output(of), "corpus"));
    return new Forecast(
        context,
        corpus,
        new SampleReader(
                context, corpus, List.of(SampleReader.scheme(context.settings())), sampleDocuments)
            .read(sampleBytes)
            .get(0),
        documents);
  }

  private static void near(String what, double predicted, long measured) {
    assertThat(predicted).as(what).isCloseTo((double) measured, within(SHARE * measured));
  }

  private static void compare(Forecast forecast, Map<Stage, StageMetadata> measured) {
    for (StageCost work : forecast.stages(Interval::likely)) {
      Map<String, Long> counted = measured.get(work.stage()).work();
      String stage = work.stage().verb();
      near(stage + " bytes", work.bytes(), counted.getOrDefault("REDUCE_SHUFFLE_BYTES", 0L));
      near(stage + " records", work.records(), counted.getOrDefault("MAP_OUTPUT_RECORDS", 0L));
    }
    near(
        "candidates",
        forecast.candidates().likely(),
        measured.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES));
    near(
        "plausible",
        forecast.plausible().likely(),
        measured.get(Stage.VERIFY).count(VerifyCounters.PLAUSIBLE));
    near(
        "similar",
        forecast.similar().likely(),
        measured.get(Stage.CLUSTER).count(ClusterCounters.COLUMNS));
  }

  @Test
  void thePlanLocal() throws IOException {
    Configuration conf = conf("local");
    Map<Stage, StageMetadata> measured = run(SMALL, conf);
    Forecast forecast = forecast(SMALL, SMALL, Long.MAX_VALUE, conf);
    compare(forecast, measured);
    assertThat(forecast.stages(Interval::likely).get(4).records())
        .as("lists and documents sent by verify")
        .isEqualTo((double) measured.get(Stage.VERIFY).work().get("MAP_OUTPUT_RECORDS"));
  }

  @Test
  void bytesAndRecordsAreAsMeasuredForTheCorpusAndForOnesOfOtherSizes() throws IOException {
    Configuration conf = conf("sort");
    Map<Stage, StageMetadata> small = run(SMALL, conf);
    compare(forecast(SMALL, SMALL, Long.MAX_VALUE, conf), small);

    Map<Stage, StageMetadata> large = run(LARGE, conf);
    compare(forecast(LARGE, LARGE, Long.MAX_VALUE, conf), large);
    compare(forecast(SMALL, LARGE, Long.MAX_VALUE, conf), large);
    compare(forecast(LARGE, SMALL, Long.MAX_VALUE, conf), small);
    compareOfASample(large, conf);

    Forecast ofFewSignatures = forecast(LARGE, LARGE, Long.MAX_VALUE, LARGE / 4, conf);
    assertThat(ofFewSignatures.share()).isEqualTo(1);
    assertThat(ofFewSignatures.hashShare()).isLessThan(0.02);
    compare(ofFewSignatures, large);
  }

  /** Of 3,000 documents 2,000 are of one family; memory for 1,000 signatures. */
  @Test
  @Tag("large")
  void aFamilyLargerThanTheSample() throws IOException {
    Path input = folder.resolve("family.tsv");
    Files.write(
        input,
        IntStream.range(0, SMALL).mapToObj(d -> d % 3 == 0 ? document(d) : ofFamily(d)).toList());
    Configuration conf = conf("local");
    Map<Stage, StageMetadata> measured = run(input, SMALL, conf);

    Forecast forecast = forecast(SMALL, SMALL, Long.MAX_VALUE, SMALL / 3, conf);

    assertThat(forecast.hashShare()).isLessThan(0.02);
    Map<String, Long> verify = measured.get(Stage.VERIFY).work();
    near(
        "verify bytes",
        forecast.stages(Interval::likely).get(4).bytes(),
        verify.get("REDUCE_SHUFFLE_BYTES"));
    near(
        "candidates",
        forecast.candidates().likely(),
        measured.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES));
    near(
        "similar",
        forecast.similar().likely(),
        measured.get(Stage.CLUSTER).count(ClusterCounters.COLUMNS));
  }

  /** The same text, except for a word of a hundred and the last one. */
  private static String ofFamily(int number) {
    Random random = new Random(number);
    Random shared = new Random(1);
    int own = random.nextInt(100);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 100; word++) {
      int other = random.nextInt(40_000);
      int same = shared.nextInt(40_000);
      text.append(Integer.toString(word == own ? other : same, 36)).append(' ');
    }
    return "page " + number + "\t" + text + number;
  }

  /** Of a part of the corpus the number of pairs is known, the rest as an upper bound. */
  private void compareOfASample(Map<Stage, StageMetadata> measured, Configuration conf)
      throws IOException {
    long bytes = measured.get(Stage.INGEST).number(Fact.BYTES);

    Forecast forecast = forecast(LARGE, LARGE, bytes / 4, conf);

    assertThat(forecast.share()).isCloseTo(0.25, within(0.05));
    near(
        "candidates",
        forecast.candidates().likely(),
        measured.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES));
    assertThat(forecast.similar().likely())
        .isGreaterThan(0.8 * measured.get(Stage.CLUSTER).count(ClusterCounters.COLUMNS));
    near(
        "bytes of signatures",
        forecast.stages(Interval::likely).get(1).bytes(),
        measured.get(Stage.SHINGLE_SORT).work().get("REDUCE_SHUFFLE_BYTES"));
  }

  @Test
  void theExplanationNamesStagesAndAssumptions() throws IOException {
    Configuration conf = conf("sort");
    run(90, conf);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new Explanation(context(conf), new PrintStream(out, true, StandardCharsets.UTF_8))
        .print(
            new org.apache.hadoop.fs.Path(output(90), "corpus"),
            1_000_000_000,
            Long.MAX_VALUE,
            Long.MAX_VALUE);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("corpus    90 documents, ")
        .contains("sample    90 documents, all, ")
        .contains("1,000,000,000 documents, ")
        .containsPattern("shingle-sort +[0-9.]+ million +1\\.[0-9]{2} TB ")
        .containsPattern("band-bucket +[0-9]+ million +3[0-9]{2} GB ")
        .containsPattern(
            "  candidates +[0-9.]+ billion   \\([0-9.]+ million to [0-9.]+ trillion\\)")
        .contains("  pairs compared ", "Assumed:", "square of the documents");
  }

  private String explain(Path corpus, long documents, Configuration conf) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Explanation(context(conf), new PrintStream(out, true, StandardCharsets.UTF_8))
        .print(
            new org.apache.hadoop.fs.Path(corpus.toUri()),
            documents,
            Long.MAX_VALUE,
            Long.MAX_VALUE);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theSameCommandGivesTheSameAnswer() throws IOException {
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(Path.of(write(900).toUri()), corpus, "a");

    String first = explain(corpus, 1_000_000, conf("sort"));

    assertThat(explain(corpus, 1_000_000, conf("sort"))).isEqualTo(first);
  }

  /** Scaled to 10 million, one pair is a billion: or none, or five billion. */
  @Test
  void oneChancePairGivesARangeAndTheDocumentsThatWouldNarrowIt() throws IOException {
    Path input = folder.resolve("chance.tsv");
    Files.write(
        input, IntStream.range(0, 100).mapToObj(ExplanationTest::withOneChancePair).toList());
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(input, corpus, "a");

    assertThat(explain(corpus, 100, conf("sort")))
        .containsPattern("candidates +1\n  pairs compared +0\n")
        .doesNotContain("a factor of");
    assertThat(explain(corpus, 10_000_000, conf("sort")))
        .containsPattern("candidates +10.0 billion   \\(253 million to 55.7 billion\\)")
        .containsPattern("candidate-list +200 million +2.59 to 114 GB ")
        .containsPattern("A corpus of at least [0-9,]+ documents .* factor of 2; this one has 100");
  }

  /** Documents that share nothing, but for half of the words of two. */
  private static String withOneChancePair(int number) {
    Random random = new Random(number);
    Random shared = new Random(number == 77 ? 33 : number);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < 100; word++) {
      Random source = word % 20 < 13 ? shared : random;
      text.append(Long.toString(source.nextLong() >>> 16, 36)).append(' ');
    }
    return "page " + number + "\t" + text;
  }

  @Test
  void dedupCompressesAsTheSourceIs() throws IOException {
    Path plain = Path.of(write(900).toUri());
    Path compressed = folder.resolve("900.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(plain, out);
    }
    Ingests.ingest(plain, folder.resolve("plain"), "a");
    Ingests.ingest(compressed, folder.resolve("compressed"), "a");

    double ofPlain = dedup(folder.resolve("plain")).coreSeconds();
    double ofCompressed = dedup(folder.resolve("compressed")).coreSeconds();

    assertThat(ofCompressed).isBetween(8 * ofPlain, 15 * ofPlain); // (4 + 41) / 4
  }

  private StageCost dedup(Path corpus) throws IOException {
    StageContext context = context(conf("sort"));
    Corpus opened = Corpus.open(context, new org.apache.hadoop.fs.Path(corpus.toUri()));
    Samples samples =
        new SampleReader(
                context, opened, List.of(SampleReader.scheme(context.settings())), Long.MAX_VALUE)
            .read(Long.MAX_VALUE)
            .get(0);
    return new Forecast(context, opened, samples, 900).stages(Interval::likely).get(6);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5, 5",
    "1000, 999499, '1,000 to 999,499'",
    "2e6, 3e6, 2.00 to 3.00 million",
    "5, 3e9, 5 to 3.00 billion",
    "2.001e6, 2.002e6, 2.00 million"
  })
  void rangesInWords(double low, double high, String words) {
    assertThat(Quantities.range(low, high, Quantities::count)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.00 kB",
    "999499, 999 kB",
    "999500, 1.00 MB",
    "12340000, 12.3 MB",
    "123400000000, 123 GB",
    "5e18, 5000 PB"
  })
  void bytesInWords(double bytes, String words) {
    assertThat(Quantities.bytes(bytes)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0 s", "119, 119.0 s", "120, 2.0 min", "7200, 2.0 h", "172800, 2.0 d"})
  void timeInWords(double seconds, String words) {
    assertThat(Quantities.time(seconds)).isEqualTo(words);
  }
}
