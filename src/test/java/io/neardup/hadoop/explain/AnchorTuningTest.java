package io.neardup.hadoop.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnchorTuningTest {

  private static final String MEASURE = "neardup.candidate.measure=containment";

  @TempDir private Path folder;

  /** Long documents, excerpts of 150 characters of them, and some of 50. */
  private Path ingest(int documents, int short50) throws IOException {
    Random random = new Random(5);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < 900) {
        text.append(Integer.toString(random.nextInt(40_000), 36)).append(' ');
      }
      lines.add("long" + i + "\t" + text);
      lines.add("excerpt" + i + "\t" + text.substring(300, i < short50 ? 350 : 450).trim());
    }
    Path corpus = folder.resolve("corpus");
    Path input = Files.write(folder.resolve("documents.tsv"), lines);
    Ingests.ingest(input, corpus, null, "neardup.ingest.format=tsv");
    return corpus;
  }

  private static AnchorTuning tune(Path corpus, double recall, String... settings)
      throws IOException {
    StageContext context =
        new StageContext(Pipelines.conf(settings), Pipelines.NOWHERE, "tune:", false);
    return AnchorTuning.of(context, Ingests.path(corpus), recall, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private static List<String> print(AnchorTuning tuning) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    tuning.print(new PrintStream(printed, false, UTF_8));
    return printed.toString(UTF_8).lines().toList();
  }

  private static List<Integer> values(AnchorTuning tuning) {
    return tuning.choices().stream().map(AnchorTuning.Choice::minShingles).toList();
  }

  @Test
  void candidatesAreThoseOfThePipeline() throws IOException {
    Path corpus = ingest(200, 20);

    AnchorTuning tuning = tune(corpus, 0.99, MEASURE);

    assertThat(values(tuning)).containsExactly(16, 32, 64, 128, 256);
    assertThat(tuning.choices())
        .extracting(AnchorTuning.Choice::smaller)
        .containsExactly(0.0, 0.0, 0.05, 0.05, 0.5);
    assertThat(tuning.choices().get(2).recall()).isCloseTo(0.9993, within(0.0001));
    for (AnchorTuning.Choice choice : tuning.choices()) {
      Path output = folder.resolve("out-" + choice.minShingles());
      double candidates =
          Pipelines.run(
                  corpus, output, MEASURE, "neardup.candidate.min-shingles=" + choice.minShingles())
              .figures()
              .candidates()
              .count();
      assertThat(choice.candidates()).isCloseTo(candidates, within(0.01));
      assertThat(choice.seconds()).isGreaterThan(Forecast.START);
    }
    assertThat(print(tuning))
        .contains("The largest value that at most 1 % of the documents are smaller than:")
        .last()
        .isEqualTo("  -Dneardup.candidate.min-shingles=32");
  }

  @Test
  void ifManyAreSmallerTheSmallestIsChosen() throws IOException {
    Path corpus = ingest(20, 20);

    assertThat(print(tune(corpus, 0.99, MEASURE, "neardup.shingle.size=40")))
        .contains("More than 1 % of the documents are smaller than each of these. The smallest:")
        .last()
        .isEqualTo("  -Dneardup.candidate.min-shingles=16");
  }

  /** At 0.6 documents of 16 shingles have too few windows. */
  @Test
  void valuesOfTooLowRecallAreLeftOut() throws IOException {
    Path corpus = ingest(20, 0);

    assertThat(values(tune(corpus, 0.99, MEASURE, "neardup.similarity.threshold=0.6")))
        .containsExactly(32, 64, 128, 256);
    assertThatThrownBy(() -> tune(corpus, 0.99, MEASURE, "neardup.similarity.threshold=0.3"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no value of neardup.candidate.min-shingles reaches");
  }
}
