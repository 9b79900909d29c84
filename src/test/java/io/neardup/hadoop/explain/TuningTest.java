package io.neardup.hadoop.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningTest {

  private static final Pattern ROW =
      Pattern.compile(" +(\\d+) +(\\d+) +(0\\.\\d{4}) +(0\\.\\d{4}|1\\.0000|-) +([\\d,]+) .*");
  @TempDir private Path folder;

  private Path write(int documents, int words) throws IOException {
    Random random = new Random(3);
    List<String> lines = new ArrayList<>();
    List<String[]> texts = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      String[] text = new String[words];
      for (int w = 0; w < words; w++) {
        text[w] = Integer.toString(random.nextInt(300), 36);
      }
      if (i % 2 == 1) {
        text = texts.get(random.nextInt(texts.size())).clone();
        for (int change = random.nextInt(8); change > 0; change--) {
          text[random.nextInt(words)] = "new" + random.nextInt(1000);
        }
      }
      texts.add(text);
      lines.add(i + "\t" + String.join(" ", text));
    }
    return ingest(String.join("\n", lines));
  }

  /** Returns a corpus of documents. */
  private Path ingest(String lines) throws IOException {
    Path corpus = folder.resolve("corpus");
    Path input = Files.writeString(folder.resolve("documents.tsv"), lines);
    Ingests.ingest(input, corpus, null, "neardup.ingest.format=tsv");
    return corpus;
  }

  private List<String> tune(Path corpus, double recall, String... entries) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    StageContext context =
        new StageContext(Pipelines.conf(entries), Pipelines.NOWHERE, "tune:", false);
    Tuning.of(context, Ingests.path(corpus), recall, Long.MAX_VALUE, Long.MAX_VALUE)
        .print(new PrintStream(printed, false, UTF_8));
    return printed.toString(UTF_8).lines().toList();
  }

  @Test
  void ofAllDocumentsTheCandidatesAreCounted() throws Exception {
    Path corpus = write(600, 80);
    String[] settings = {"neardup.signature.plan=local", "neardup.similarity.threshold=0.6"};

    List<String> lines = tune(corpus, 0.97, settings);

    List<Matcher> rows = lines.stream().map(ROW::matcher).filter(Matcher::matches).toList();
    assertThat(rows).hasSize(5);
    int lastRows = 0;
    for (Matcher row : rows) {
      assertThat(Integer.parseInt(row.group(2))).isGreaterThan(lastRows);
      lastRows = Integer.parseInt(row.group(2));
      assertThat(Double.parseDouble(row.group(3))).isBetween(0.97, 1.0);
      assertThat(Double.parseDouble(row.group(4))).isBetween(0.97, 1.0);
      Configuration conf =
          Pipelines.conf(
              settings[0],
              settings[1],
              "neardup.banding.bands=" + row.group(1),
              "neardup.banding.rows=" + row.group(2));
      conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
      SummaryFigures figures =
          Pipelines.run(corpus, folder.resolve("out-" + row.group(2)), conf).figures();
      assertThat(row.group(5)).isEqualTo(String.format("%,d", figures.candidates().count()));
    }
    assertThat(lines)
        .last()
        .asString()
        .matches(
            "  -Dneardup.similarity.threshold=0.6 -Dneardup.banding.bands=\\d+"
                + " -Dneardup.banding.rows=\\d+");
  }

  @Test
  @Tag("long")
  void aTemplateIsPointedOut() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      lines.append(i).append("\tthe same menu on each page of a site, long enough ").append(i);
      lines.append('\n');
    }

    assertThat(tune(ingest(lines.toString()), 0.99))
        .anyMatch(line -> line.matches("Most of the time goes into .* candidates, [\\d,]+ for .*"))
        .anyMatch(line -> line.contains("neardup.shingle.max-document-share"));
  }

  @Test
  void withoutShinglesTheShortestSignaturesAreChosen() throws Exception {
    assertThat(tune(ingest(""), 0.99))
        .containsExactly(
            "No document that was read has a shingle: there is nothing to compare. The shortest:",
            "  -Dneardup.similarity.threshold=0.8 -Dneardup.banding.bands=12"
                + " -Dneardup.banding.rows=5");
  }
}
