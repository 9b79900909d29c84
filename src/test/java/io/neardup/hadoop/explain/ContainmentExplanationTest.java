package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.lsh.HashShare;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainmentExplanationTest {

  private static final int SMALL = 1_500;
  private static final int LARGE = 6_000;

  @TempDir private Path folder;

  private static String words(Random random, int number) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < number; word++) {
      text.append(Integer.toString(random.nextInt(40_000), 36)).append(' ');
    }
    return text.toString();
  }

  /**
   * Of three documents one is a book, the others are excerpts of it; all of one in 20 have a
   * passage.
   */
  private static String excerpt(int number) {
    String book = words(new Random(number / 3), 300);
    Random random = new Random(number);
    int from = random.nextInt(book.length() / 2);
    String passage = number / 3 % 20 == 0 ? words(new Random(-1), 60) : "";
    String text = number % 3 == 0 ? book : book.substring(from, from + 500);
    return "page " + number + "\t" + text + passage + words(random, 2);
  }

  private static Configuration conf(String... settings) throws IOException {
    Configuration conf = Pipelines.conf(settings);
    conf.set(Keys.MEASURE.name(), "containment");
    return conf;
  }

  private Path write(int documents, IntFunction<String> document) throws IOException {
    return Files.write(
        folder.resolve(documents + ".tsv"),
        IntStream.range(0, documents).mapToObj(document).toList());
  }

  private Map<Stage, StageMetadata> run(
      int documents, IntFunction<String> document, Configuration conf) throws IOException {
    Path output = folder.resolve("output-" + documents);
    Map<Stage, StageMetadata> stages =
        Pipelines.run(write(documents, document), output, conf).stages();
    stages.put(Stage.INGEST, Corpus.batches(conf, corpus(documents)).get(0).metadata());
    return stages;
  }

  private org.apache.hadoop.fs.Path corpus(int documents) {
    return Ingests.path(folder.resolve("output-" + documents).resolve("corpus"));
  }

  private Forecast forecast(
      int corpusDocuments, double documents, long sampleBytes, long sampled, Configuration conf)
      throws IOException {
    StageContext context = new StageContext(new Configuration(conf), System.err, "explain:", false);
    Corpus corpus = Corpus.open(context, corpus(corpusDocuments));
    Sample sample =
        SampleReader.readAnchors(context, corpus, List.of(context.settings()), sampleBytes, sampled)
            .get(0);
    return new Forecast(context, corpus, sample, documents, false);
  }

  private static void compare(Forecast forecast, Map<Stage, StageMetadata> measured) {
    ExplanationTest.compareBytes(forecast, measured);
    assertThat(forecast.pairs.compared()).isEqualTo(forecast.pairs.candidates());
  }

  @Test
  void ofAllDocumentsTheCandidatesAreCounted() throws IOException {
    Map<Stage, StageMetadata> measured = run(SMALL, ContainmentExplanationTest::excerpt, conf());

    Forecast forecast = forecast(SMALL, SMALL, Long.MAX_VALUE, Long.MAX_VALUE, conf());

    compare(forecast, measured);
    assertThat(forecast.pairs.candidates())
        .isCloseTo((double) ExplanationTest.candidates(measured), within(0.01));
    assertThat(forecast.pairs.plausible())
        .isBetween(2.0 / 3 * SMALL, (double) ExplanationTest.candidates(measured) / 2);
  }

  @Test
  void figuresAreGoodToAFactorOfTwoForASampleAndForOtherSizes() throws IOException {
    Configuration conf = conf("neardup.bucket.max-columns=150");
    run(SMALL, ContainmentExplanationTest::excerpt, conf);
    Map<Stage, StageMetadata> large = run(LARGE, ContainmentExplanationTest::excerpt, conf);

    compare(forecast(SMALL, LARGE, Long.MAX_VALUE, Long.MAX_VALUE, conf), large);
    compare(forecast(LARGE, LARGE, Long.MAX_VALUE, LARGE / 8, conf), large);
    long bytes = large.get(Stage.INGEST).number(Fact.BYTES);
    compare(forecast(LARGE, LARGE, bytes / 3, LARGE / 2, conf), large);
  }

  /** 200 twins, of which the first 20 are paired with each other, the others with the first. */
  @Test
  void twinsAreCounted() throws IOException {
    Configuration conf = conf("neardup.candidate.max-twins=20");
    Map<Stage, StageMetadata> measured =
        run(
            400,
            number -> number % 2 == 0 ? "same\t" + words(new Random(1), 200) : excerpt(number),
            conf);

    ExplanationTest.near(
        "candidates",
        forecast(400, 400, Long.MAX_VALUE, Long.MAX_VALUE, conf).pairs.candidates(),
        ExplanationTest.candidates(measured));
  }

  /** Eight documents have more anchors than two times {@code memory} has room for. */
  @Test
  void fewerAreChosenIfTheirAnchorsTakeTooMuch() throws IOException {
    Settings settings = HadoopSettings.of(conf());
    long memory = 115 * AnchorSample.ANCHOR_BYTES;
    Sample.Part all = new Sample.Part(1, HashShare.ALL, 1);
    AnchorSample sample = new AnchorSample(settings, all, false, 8, memory);
    Random random = new Random(7);
    Sample.Signer signer = sample.signer(0);
    for (int column = 0; column < 8; column++) {
      LongArrayList shingles = new LongArrayList(random.longs(1_000).toArray());
      signer.gather(shingles);
      signer.choose(column, 1, shingles);
    }
    sample.watch();

    assertThat(sample.documents).isEqualTo(8);
    assertThat(sample.chosen).hasSizeBetween(1, 4);
    assertThat(sample.compared()).isEqualTo(sample.chosen.size());
    assertThat(sample.isAll()).isFalse();
    assertThat(sample.entries()).isBetween(19.0, 21.0);
  }

  private String explain(double documents, double added, String... settings) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StageContext context = new StageContext(conf(settings), System.err, "explain:", false);
    Explanation.of(
            context,
            Ingests.path(folder.resolve("corpus")),
            documents,
            added,
            Long.MAX_VALUE,
            Long.MAX_VALUE)
        .print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theExplanationSaysThatPipelineLeavesOutStopShingles() throws IOException {
    Ingests.ingest(write(90, ContainmentExplanationTest::excerpt), folder.resolve("corpus"), "a");

    assertThat(explain(1e6, 0))
        .containsPattern("candidates +[1-9][0-9.,]* ?")
        .contains("more than 10 % of so many documents", "the verb stop-shingles");
    assertThat(explain(9_999, 0)).doesNotContain("stop-shingles");
    assertThat(explain(1e6, 0, "neardup.shingle.max-document-share=1"))
        .doesNotContain("stop-shingles");
  }

  /** What is added is shuffled with the anchors of the stored documents, unless it is little. */
  @Test
  void anAdditionReadsTheCollectionAgain() throws IOException {
    run(SMALL, ContainmentExplanationTest::excerpt, conf());
    StageContext context = new StageContext(conf(), System.err, "explain:", false);
    Corpus corpus = Corpus.open(context, corpus(SMALL));
    Sample sample =
        SampleReader.readAnchors(
                context, corpus, List.of(context.settings()), Long.MAX_VALUE, Long.MAX_VALUE)
            .get(0);

    Explanation.Cost all = bandBucket(new Forecast(context, corpus, sample, SMALL, false));
    Explanation.Cost half = bandBucket(new Forecast(context, corpus, sample, SMALL / 2.0, true));
    Explanation.Cost few = bandBucket(new Forecast(context, corpus, sample, 15, true));

    assertThat(half.bytes()).isCloseTo(1.5 * all.bytes(), within(0.2 * all.bytes()));
    assertThat(half.seconds()).isCloseTo(1.5 * all.seconds(), within(0.1 * all.seconds()));
    assertThat(few.bytes()).isLessThan(0.2 * all.bytes());
    assertThat(few.seconds()).isBetween(0.3 * all.seconds(), 0.6 * all.seconds());
  }

  private static Explanation.Cost bandBucket(Forecast forecast) {
    return forecast.stages().get(2);
  }
}
