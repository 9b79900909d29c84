package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.lsh.BandingScheme;
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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationTest {

  /** How far a forecast may be off. */
  private static final double FACTOR = 2;

  private static final int SMALL = 1_500;
  private static final int LARGE = 6_000;

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

  /** Of three documents two are the same text, except for a word of a hundred and the last one. */
  private static String ofFamily(int number) {
    if (number % 3 == 0) {
      return document(number);
    }
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

  private Path write(int documents, IntFunction<String> document) throws IOException {
    return Files.write(
        folder.resolve(documents + ".tsv"),
        IntStream.range(0, documents).mapToObj(document).toList());
  }

  private static Configuration conf(String plan) throws IOException {
    return Pipelines.conf("neardup.signature.plan=" + plan);
  }

  private static StageContext context(Configuration conf) {
    return new StageContext(new Configuration(conf), System.err, "explain:", false);
  }

  private Map<Stage, StageMetadata> run(
      int documents, IntFunction<String> document, Configuration conf) throws IOException {
    Map<Stage, StageMetadata> stages =
        Pipelines.run(write(documents, document), output(documents), conf).stages();
    stages.put(Stage.INGEST, Corpus.batches(conf, corpus(documents)).get(0).metadata());
    return stages;
  }

  private Path output(int documents) {
    return folder.resolve("output-" + documents);
  }

  private org.apache.hadoop.fs.Path corpus(int documents) {
    return Ingests.path(output(documents).resolve("corpus"));
  }

  private static Forecast forecast(
      org.apache.hadoop.fs.Path path,
      long documents,
      long sampleBytes,
      long sampleDocuments,
      Configuration conf)
      throws IOException {
    StageContext context = context(conf);
    Corpus corpus = Corpus.open(context, path);
    Sample sample =
        SampleReader.read(
                context, corpus, List.of(new BandingScheme(20, 5)), sampleBytes, sampleDocuments)
            .get(0);
    return new Forecast(context, corpus, sample, documents, false);
  }

  private static Forecast exact(org.apache.hadoop.fs.Path path, long documents, Configuration conf)
      throws IOException {
    return forecast(path, documents, Long.MAX_VALUE, Long.MAX_VALUE, conf);
  }

  static void near(String what, double predicted, long measured) {
    assertThat(predicted).as(what).isBetween(measured / FACTOR, measured * FACTOR);
  }

  /** Compares the bytes of each stage, and the candidates. */
  static void compareBytes(Forecast forecast, Map<Stage, StageMetadata> measured) {
    for (Explanation.Cost cost : forecast.stages()) {
      Map<String, Long> counted = measured.get(cost.stage()).work();
      near(
          cost.stage().verb() + " bytes",
          cost.bytes(),
          counted.getOrDefault("REDUCE_SHUFFLE_BYTES", 0L));
    }
    near("candidates", forecast.pairs.candidates(), candidates(measured));
  }

  private static void compare(Forecast forecast, Map<Stage, StageMetadata> measured) {
    compareBytes(forecast, measured);
    near(
        "plausible",
        forecast.pairs.plausible(),
        measured.get(Stage.VERIFY).count(VerifyCounters.PLAUSIBLE));
    near(
        "similar",
        forecast.pairs.similar(),
        measured.get(Stage.CLUSTER).count(ClusterCounters.COLUMNS));
  }

  static long candidates(Map<Stage, StageMetadata> measured) {
    return measured.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "sort"})
  void ofAllDocumentsTheCandidatesAreCounted(String plan) throws IOException {
    Configuration conf = conf(plan);
    Map<Stage, StageMetadata> measured = run(SMALL, ExplanationTest::document, conf);

    Forecast forecast = exact(corpus(SMALL), SMALL, conf);

    compare(forecast, measured);
    assertThat(forecast.pairs.candidates()).isCloseTo((double) candidates(measured), within(0.01));
    assertThat(forecast.pairs.plausible())
        .isCloseTo(
            (double) measured.get(Stage.VERIFY).count(VerifyCounters.PLAUSIBLE), within(0.01));
  }

  @Test
  void figuresAreGoodToAFactorOfTwoForASampleAndForOtherSizes() throws IOException {
    Configuration conf = conf("sort");
    Map<Stage, StageMetadata> small = run(SMALL, ExplanationTest::document, conf);
    Map<Stage, StageMetadata> large = run(LARGE, ExplanationTest::document, conf);

    compare(exact(corpus(SMALL), LARGE, conf), large);
    compare(exact(corpus(LARGE), SMALL, conf), small);
    compare(forecast(corpus(LARGE), LARGE, Long.MAX_VALUE, LARGE / 8, conf), large);
    long bytes = large.get(Stage.INGEST).number(Fact.BYTES);
    compare(forecast(corpus(LARGE), LARGE, bytes / 3, LARGE / 2, conf), large);
  }

  /** 1,000 of 1,500 documents are one family, and the buckets do not list all their pairs. */
  @Test
  void aFamilyThatBucketsDoNotListInFull() throws IOException {
    Configuration conf = conf("local");
    conf.set("neardup.bucket.max-columns", "200");
    Map<Stage, StageMetadata> measured = run(SMALL, ExplanationTest::ofFamily, conf);

    near(
        "candidates",
        forecast(corpus(SMALL), SMALL, Long.MAX_VALUE, SMALL / 5, conf).pairs.candidates(),
        candidates(measured));
  }

  /** 200 twins, of which the first 20 are paired with each other, the others with the first. */
  @Test
  void twinsAreCounted() throws IOException {
    Configuration conf = conf("local");
    conf.set("neardup.candidate.max-twins", "20");
    Map<Stage, StageMetadata> measured =
        run(400, number -> document(0) + (number % 2 == 0 ? "" : document(number)), conf);
    assertThat(exact(corpus(400), 400, conf).pairs.candidates())
        .isCloseTo((double) candidates(measured), within(0.05 * candidates(measured)));
  }

  private String explain(Path corpus, double documents, double added, Configuration conf)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var path = Ingests.path(corpus);
    Explanation.of(context(conf), path, documents, added, Long.MAX_VALUE, Long.MAX_VALUE)
        .print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theExplanationNamesStagesAndAssumptions() throws IOException {
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(write(90, ExplanationTest::document), corpus, "a");

    String explained = explain(corpus, 1e9, 0, conf("sort"));

    assertThat(explained)
        .contains("corpus    90 documents, ")
        .contains("sample    90 documents, compared with all\n")
        .contains("1,000,000,000 documents, ")
        .containsPattern("shingle-sort +1\\.[0-9]{2} TB ")
        .containsPattern("band-bucket +500 GB ")
        .containsPattern("candidates +[0-9.]+ ")
        .contains("  pairs compared ", "factor of two", "square of the documents")
        .contains("of the sample have a candidate: the numbers of pairs are a guess");
    assertThat(explain(corpus, 1e9, 0, conf("sort"))).isEqualTo(explained);
    assertThat(explain(corpus, 0, 0, conf("sort"))).doesNotContain("a guess");
    assertThat(explain(corpus, 0, 1_000_000, conf("sort")))
        .contains("corpus    90 documents, ")
        .contains("adding 1,000,000 documents, ")
        .containsPattern("shingle-sort +1\\.[0-9]{2} GB ")
        .containsPattern("candidates +[0-9.]+ ");
  }

  @Test
  void dedupCompressesAsTheSourceIs() throws IOException {
    Path plain = write(900, ExplanationTest::document);
    Path compressed = folder.resolve("900.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      Files.copy(plain, out);
    }
    Ingests.ingest(plain, folder.resolve("plain"), "a");
    Ingests.ingest(compressed, folder.resolve("compressed"), "a");

    double ofPlain = dedup("plain").seconds();
    double ofCompressed = dedup("compressed").seconds();

    assertThat(ofCompressed).isBetween(5 * ofPlain, 15 * ofPlain);
  }

  @Test
  void eachFileCosts() throws IOException {
    Path small = Files.createDirectory(folder.resolve("small"));
    Path large = folder.resolve("900.tsv");
    List<String> lines = IntStream.range(0, 900).mapToObj(ExplanationTest::document).toList();
    Files.write(large, lines);
    for (int file = 0; file < 100; file++) {
      Files.write(small.resolve(file + ".tsv"), lines.subList(9 * file, 9 * file + 9));
    }
    Ingests.ingest(large, folder.resolve("one"), "a");
    Ingests.ingest(small, folder.resolve("many"), "a");

    assertThat(dedup("many").seconds()).isGreaterThan(3 * dedup("one").seconds());
  }

  private Explanation.Cost dedup(String corpus) throws IOException {
    return exact(Ingests.path(folder.resolve(corpus)), 900, conf("sort")).stages().get(6);
  }

  @Test
  void numbersInWords() {
    Map.of(
            0.0, "0 B",
            999.0, "999 B",
            1000.0, "1.00 kB",
            999_499.0, "999 kB",
            999_500.0, "1.00 MB",
            12.34e6, "12.3 MB",
            123.4e9, "123 GB",
            5e18, "5000 PB")
        .forEach((bytes, words) -> assertThat(Quantity.bytes(bytes)).isEqualTo(words));
    Map.of(5.0, "5", 999_499.0, "999,499", 2e6, "2.00 million", 3e9, "3.00 billion")
        .forEach((count, words) -> assertThat(Quantity.count(count)).isEqualTo(words));
    Map.of(0, "0.0 s", 119, "119.0 s", 120, "2.0 min", 7_200, "2.0 h", 172_800, "2.0 d")
        .forEach((seconds, words) -> assertThat(Quantity.time(seconds)).isEqualTo(words));
  }
}
