package io.neardup.hadoop.report;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.audit.Share;
import io.neardup.hadoop.audit.Audit;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.commons.io.FileUtils;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {

  /** Of words: a pair of 12 words that differ in one of the middle has 7 of 13 shingles. */
  private static final String SETTINGS =
      "neardup.shingle.unit=word neardup.similarity.threshold=0.6 neardup.banding.rows=2";

  @TempDir private Path folder;

  private Path input;
  private Path output;

  @BeforeEach
  void writeDocuments() throws IOException {
    input = Files.createDirectories(folder.resolve("input"));
    output = folder.resolve("output");
    StringBuilder near = new StringBuilder();
    StringBuilder far = new StringBuilder();
    for (int family = 0; family < 30; family++) {
      String text = words(family, 30);
      near.append("n").append(family).append('\t').append(text).append('\n');
      near.append("o").append(family).append('\t').append(changed(text, 1)).append('\n');
      far.append("p").append(family).append('\t').append(changed(text, 3)).append('\n');
    }
    Files.writeString(input.resolve("near.tsv"), near);
    Files.writeString(input.resolve("far.tsv"), far);
  }

  private static String words(int seed, int count) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int w = 0; w < count; w++) {
      text.append(w == 0 ? "" : " ").append("w").append(random.nextInt(100_000));
    }
    return text.toString();
  }

  /** Returns a text with some words replaced, far from each other. */
  private static String changed(String text, int changes) {
    String[] words = text.split(" ", -1);
    for (int c = 0; c < changes; c++) {
      words[5 + 8 * c] = "changed";
    }
    return String.join(" ", words);
  }

  private void run(Path to, String settings) throws IOException {
    Pipelines.run(input, to, settings.split(" ", -1));
  }

  private static Document report(Path of) throws IOException {
    Report.write(Pipelines.conf(), Ingests.path(of), Pipelines.NOWHERE);
    return Jsoup.parse(Files.readString(of.resolve("report.html")));
  }

  private static List<String> scores(Document page, String section) {
    return page.select("section[aria-labelledby=" + section + "] .score").eachText();
  }

  @Test
  void thePageSaysWhatHappenedAndShowsPairs() throws IOException {
    run(output, SETTINGS);
    Document page = report(output);

    assertThat(page.select(".outcome").text())
        .matches("Of 90 documents, [3-6][0-9] \\(.* %\\) were removed .* and [2-6][0-9] kept\\.");
    assertThat(page.select("#sources ~ .scroll tbody tr").eachText())
        .hasSize(2)
        .first()
        .asString()
        .isEqualTo("near.tsv 60 30 50.0%");
    assertThat(page.title()).matches("Near-duplicates in \\S+, 20\\d\\d-\\d\\d-\\d\\d");
    assertThat(page.select("h1").text()).isEqualTo("Near-duplicates in " + input.getFileName());
    assertThat(page.select("h1 + p").text())
        .matches(
            "20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: similarity of 0.6 or more, shingles of \\d"
                + " words, \\d+ bands of \\d rows, direct linking");
    assertThat(scores(page, "above")).hasSize(10).isSorted().allMatch(s -> s.compareTo("0.6") >= 0);
    assertThat(scores(page, "below")).isNotEmpty().allMatch(s -> s.compareTo("0.6") < 0);
    assertThat(scores(page, "removals")).hasSizeBetween(5, 10);
    Element pair = page.select("section[aria-labelledby=below] .pair").first();
    assertThat(pair.select("mark").eachText()).contains("changed");
    assertThat(page.select("section[aria-labelledby=settings] th code").eachText())
        .containsExactly(
            "neardup.shingle.unit",
            "neardup.shingle.size",
            "neardup.banding.rows",
            "neardup.similarity.threshold");
  }

  @Test
  void whoMayNotReadTheDocumentsMayNotReadTheReport() throws IOException {
    Files.setPosixFilePermissions(
        input.resolve("near.tsv"), PosixFilePermissions.fromString("rw-------"));
    run(output, SETTINGS);
    report(output);
    assertThat(Files.getPosixFilePermissions(output.resolve("report.html"))).hasSize(2);
  }

  @Test
  void passagesOfStopShinglesAreShown() throws IOException {
    run(output, SETTINGS);
    assertThat(report(output).select("#passages")).isEmpty();
    String menu = "home about us contact news shop help jobs press blog site <&map";
    StringBuilder pages = new StringBuilder();
    for (int page = 0; page < 60; page++) {
      pages.append("m").append(page).append('\t').append(menu).append(" w").append(page);
      pages.append(' ').append(words(1000 + page, 20)).append('\n');
    }
    Files.writeString(input.resolve("menus.tsv"), pages);
    Path withMenus = folder.resolve("with-menus");

    run(withMenus, SETTINGS + " neardup.shingle.max-document-share=0.3");
    Document page = report(withMenus);

    assertThat(page.select("section[aria-labelledby=passages] blockquote").eachText())
        .containsExactly(menu);
    assertThat(page.select("section[aria-labelledby=passages] summary").text())
        .matches("63 characters for example in m\\d+");
    Files.delete(withMenus.resolve("stop-shingles/stop-shingles.tsv"));
    assertThat(report(withMenus).select("section[aria-labelledby=passages] p").text())
        .startsWith("They cannot be read: neardup.shingle.stop-list=")
        .endsWith("there is no such file");
  }

  @Test
  void anAuditIsShownIfThereIsOne() throws IOException {
    run(output, SETTINGS);
    assertThat(report(output).select("h3").eachText()).doesNotContain("Audit");

    AuditFigures audit =
        Audit.run(Pipelines.conf(), Pipelines.NOWHERE, Ingests.path(output), 1000, 0, 1_000_000);
    List<String> rows = report(output).select("caption:contains(Recall) ~ tbody tr").eachText();

    Share recall = audit.recall().pairs();
    assertThat(recall.of()).isPositive();
    assertThat(rows)
        .contains(
            "sampled documents 90 of 90, each compared with all others",
            String.format(
                Locale.ROOT,
                "recall of pairs %1$.4f %1$.4f to %1$.4f; %2$d of %3$d pairs of near-duplicates"
                    + " reported",
                recall.estimate(),
                recall.number(),
                recall.of()),
            "faults 0 all that was checked is right");
  }

  /** Returns the page without what two runs of the same results may differ in. */
  private static String comparable(Path of) throws IOException {
    Document page = Jsoup.parse(Files.readString(of.resolve("report.html")));
    assertThat(page.select("#run")).hasSize(1).first().asString().contains(of.toString());
    page.select("#run, #made, section[aria-labelledby=settings]").remove();
    return page.outerHtml();
  }

  @Test
  void twoRunsGiveTheSamePageButForOneElement() throws IOException {
    run(output, SETTINGS);
    report(output);
    Path other = folder.resolve("other");
    run(
        other,
        SETTINGS
            + " mapreduce.job.reduces=3 neardup.document.split-bytes=2000"
            + " neardup.ingest.range-bytes=500 neardup.signature.block-columns=7");
    report(other);
    assertThat(comparable(other)).isEqualTo(comparable(output));

    byte[] before = Files.readAllBytes(output.resolve("report.html"));
    report(output);
    assertThat(Files.readAllBytes(output.resolve("report.html"))).isEqualTo(before);
  }

  @Test
  void documentsMayHoldAnything() throws IOException {
    String evil = "</script><script>alert(1)</script> \u202e <!-- ${x} \u0001 ";
    byte[] broken = {'z', '\t', (byte) 0xff, (byte) 0xc3, 'a', ' ', (byte) 0xed, (byte) 0xa0, ' '};
    String rest = words(100, 40);
    try (var out = Files.newOutputStream(input.resolve("evil<b>&.tsv"))) {
      for (String id : List.of("<i>1", "\u202e2", "\u00013")) {
        out.write((id + "\t" + evil + rest + " " + id + "\n").getBytes(StandardCharsets.UTF_8));
      }
      out.write(broken);
      out.write((evil + rest + "\n").getBytes(StandardCharsets.UTF_8));
      for (String id : List.of("long1", "long2")) {
        out.write((id + "\t" + id).getBytes(StandardCharsets.UTF_8));
        out.write(" and again and again".repeat(300_000).getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
    }
    run(output, SETTINGS + " neardup.similarity.threshold=0.3 neardup.ingest.max-bad-records=1");
    Document page = report(output);

    assertThat(page.select("script")).hasSize(1);
    assertThat(page.select("i, b")).isEmpty();
    assertThat(page.text()).contains("<i>1", "⟨U+202E⟩2", "evil<b>&.tsv");
    assertThat(Files.size(output.resolve("report.html"))).isLessThan(2_000_000);
    String html = Files.readString(output.resolve("report.html"));
    assertThat(html.chars().filter(c -> c < ' ' && c != '\n')).isEmpty();
    assertThat(html).doesNotContain("\u202e");
  }

  @Test
  void withoutTheDocumentsTheReportSaysWhy() throws IOException {
    run(output, SETTINGS);
    Path texts = Ingests.documentsFolder(output.resolve("corpus/batches/00000")).resolve("texts");
    Files.move(texts, texts.resolveSibling("elsewhere"));
    Document page = report(output);
    assertThat(scores(page, "above")).hasSize(10);
    assertThat(page.select("mark")).isEmpty();
    assertThat(page.select(".pair .gap").eachText())
        .allMatch(text -> text.contains("The texts cannot be read: "));
    FileUtils.deleteDirectory(output.resolve("corpus").toFile());
    assertThat(report(output).select(".pair .gap").eachText())
        .isNotEmpty()
        .allMatch(text -> text.contains("read: the corpus has no document of column "));
  }

  @Test
  void withoutVerificationThereAreNoPairs() throws IOException {
    run(output, SETTINGS + " neardup.verify=none");
    Document page = report(output);
    assertThat(page.select(".outcome").text())
        .isEqualTo(
            "Of 90 documents, candidates for comparison were found; nothing was compared or"
                + " removed.");
    assertThat(page.select(".pair, .cluster, #sources, #similarities")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"jaccard, in band \\d+", "containment, in anchor [0-9a-f]{16}"})
  void largeBucketsShowWhatTheirDocumentsShare(String measure, String name) throws IOException {
    String licence = "this text may be copied by anybody for any purpose without asking";
    StringBuilder lines = new StringBuilder();
    for (int d = 0; d < 60; d++) {
      lines.append("l").append(d).append('\t').append(licence.repeat(3)).append(' ');
      lines.append(words(d + 500, 4)).append('\n');
    }
    Files.writeString(input.resolve("licences.tsv"), lines);
    run(
        output,
        (measure.equals("jaccard") ? SETTINGS + " " : "")
            + "neardup.bucket.max-columns=20 neardup.candidate.max-twins=100"
            + " neardup.candidate.measure="
            + measure);
    Document page = report(output);
    assertThat(page.select(".bucket summary").first().text()).containsPattern(name);
    assertThat(page.select(".bucket blockquote").eachText())
        .first()
        .asString()
        .contains("copied by anybody");
    assertThat(page.select(".warnings").text()).contains("more than 20 columns");
  }

  @Test
  void aCorpusMayBeTheInput() throws IOException {
    run(folder.resolve("first"), SETTINGS);
    input = folder.resolve("first/corpus");
    run(output, SETTINGS);
    assertThat(report(output).select("mark")).isNotEmpty();
  }

  @Test
  void aFileOfTheSameNameIsLeftAlone() throws IOException {
    run(output, SETTINGS);
    Files.writeString(output.resolve("report.html"), "my own");
    assertRefused(() -> report(output), "report.html is not a report of neardup; it is left alone");
    assertThat(Files.readString(output.resolve("report.html"))).isEqualTo("my own");
    assertThat(Pipelines.names(output)).doesNotContain("_work");
  }

  @Test
  void onlyAPipelineThatIsCompleteHasAReport() throws IOException {
    assertRefused(
        () -> report(folder.resolve("nothing")), "nothing does not exist; run pipeline to make it");
    run(output, SETTINGS);
    Files.delete(output.resolve("5-clusters/_SUCCESS"));
    assertRefused(() -> report(output), "5-clusters is not a complete output");
    assertThat(output.resolve("report.html")).doesNotExist();
  }
}
