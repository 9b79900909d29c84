package io.neardup.hadoop.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.report.page.BucketView;
import io.neardup.hadoop.report.page.ClusterView;
import io.neardup.hadoop.report.page.Differences;
import io.neardup.hadoop.report.page.Document;
import io.neardup.hadoop.report.page.OutcomeBar;
import io.neardup.hadoop.report.page.Page;
import io.neardup.hadoop.report.page.PairList;
import io.neardup.hadoop.report.page.PairView;
import io.neardup.hadoop.report.page.PassagesView;
import io.neardup.hadoop.report.page.Row;
import io.neardup.hadoop.report.page.SettingView;
import io.neardup.hadoop.report.page.SizeRow;
import io.neardup.hadoop.report.page.SourceRow;
import io.neardup.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

class ReportFileTest {

  private static final String HOSTILE =
      "</script></style></title><img src=x onerror=alert(1)>\u202e\u0000\u001b[31m' \" `${1}`"
          + " <!-- ]]> &lt; @if(true) $unsafe{x} \ud83d";

  private static String longText(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 60_000) {
      text.append(random.nextInt(1000))
          .append("<&>\u202e ")
          .append(random.nextInt(9))
          .append("\" ");
    }
    return text.toString();
  }

  /** Returns a page whose lists are as long as they get, each text as long as it gets. */
  private static Page full(String text) {
    Random random = new Random(4);
    String id = Printable.id(text.repeat(100));
    Document document = new Document("removed", id, Printable.cut(text.repeat(100), 240));
    PairView pair =
        new PairView(
            "0.812345",
            "1,234 of 5,678 shingles in common",
            document,
            document,
            Differences.of(longText(random), longText(random), false),
            "");
    List<PairView> pairs = Collections.nCopies(10, pair);
    Row row = new Row("a row", "1,234,567", Printable.cut(text.repeat(100), 1000));
    ClusterView cluster =
        new ClusterView(
            id,
            "12 documents",
            "1 kept",
            "66 pairs",
            "100 %",
            "0.800000",
            Collections.nCopies(12, new ClusterView.Member(1, id, true)),
            Collections.nCopies(11, new ClusterView.Joint(1, 2, "0.800000")),
            "more");
    return new Page(
        "Of 3 documents, 1 was removed.",
        OutcomeBar.markup(2, 1, 0),
        Collections.nCopies(10, row),
        Collections.nCopies(200, new SourceRow(id, 123_456, 123_456, 1, true)),
        "200 sources",
        List.of(
            new PairList("above", "Just above", "text", pairs),
            new PairList("below", "Just below", "text", pairs),
            new PairList("weakest", "Weakest", "text", pairs),
            new PairList("removals", "Removals", "text", pairs)),
        Collections.nCopies(60, new SizeRow("2", "3", "6")),
        Collections.nCopies(10, cluster),
        Collections.nCopies(10, cluster),
        new Page.Similarities(
            "<svg></svg>",
            "text",
            Collections.nCopies(101, new Page.SimilarityRow("0.80 to 0.81", "12", "0.9"))),
        Collections.nCopies(20, row),
        Collections.nCopies(
            10,
            new BucketView(
                "3",
                "12,000 documents",
                "9 pairs",
                Collections.nCopies(4, id),
                Collections.nCopies(3, Printable.cut(text.repeat(100), 600)))),
        "large",
        new PassagesView(
            "text",
            Collections.nCopies(
                10, new PassagesView.Passage(id, "9", Printable.cut(text.repeat(100), 1000)))),
        Collections.nCopies(21, Printable.cut(text.repeat(100), 1000)),
        Collections.nCopies(
            50,
            new SettingView("neardup.key", Printable.cut(text.repeat(100), 1000), "1", "meaning")),
        new Page.Run(id, Collections.nCopies(15, row)));
  }

  private static org.jsoup.nodes.Document parse(byte[] html) {
    return Jsoup.parse(new String(html, StandardCharsets.UTF_8));
  }

  @Test
  void noPageIsLargerThanTwoMegabytes() throws IOException {
    assertThat(ReportFile.render(full(HOSTILE)).length).isBetween(300_000, 2_000_000);
    assertThat(ReportFile.render(full("'\"<&>")).length).isLessThan(2_000_000);
    assertThat(ReportFile.render(full("\u202e")).length).isLessThan(2_000_000);
  }

  @Test
  void hostileTextIsText() throws IOException {
    byte[] html = ReportFile.render(full(HOSTILE));
    org.jsoup.nodes.Document page = parse(html);
    assertThat(page.select("script")).hasSize(1);
    assertThat(page.select("style")).hasSize(1);
    assertThat(page.select("img, iframe, object, embed, form, base")).isEmpty();
    assertThat(page.select("summary bdi").first().text())
        .startsWith(
            "</script></style></title><img src=x onerror=alert(1)>⟨U+202E⟩␀␛[31m' \" `${1}`");
    for (Element element : page.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey()).doesNotStartWith("on").isNotEqualTo("src");
      }
    }
    String text = new String(html, StandardCharsets.UTF_8);
    assertThat(text.chars().filter(c -> c < ' ' && c != '\n')).isEmpty();
    assertThat(text).doesNotContain("\u202e", "\ud83d");
  }

  @Test
  void nothingIsLoaded() throws IOException {
    org.jsoup.nodes.Document page = parse(ReportFile.render(full("x")));
    assertThat(page.select("[href]"))
        .allSatisfy(e -> assertThat(e.attr("href")).matches("#[a-z]+|data:,"));
    assertThat(page.select("meta[http-equiv]").attr("content"))
        .startsWith("default-src 'none'; ")
        .contains("script-src 'sha256-");
    assertThat(page.select("style").html()).doesNotContain("url(", "@import");
  }

  @Test
  void theStructureIsThatOfAPageForAllReaders() throws IOException {
    org.jsoup.nodes.Document page = parse(ReportFile.render(full("x")));
    assertThat(page.select("html").attr("lang")).isEqualTo("en");
    assertThat(page.select("h1")).hasSize(1);
    assertThat(page.select("main")).hasSize(1);
    for (Element section : page.select("section")) {
      assertThat(section.select("h2#" + section.attr("aria-labelledby"))).hasSize(1);
    }
    Set<String> ids = new HashSet<>();
    page.select("[id]").forEach(e -> assertThat(ids.add(e.id())).as(e.id()).isTrue());
    page.select("a[href^=#]").forEach(a -> assertThat(ids).contains(a.attr("href").substring(1)));
    assertThat(page.select("table"))
        .allSatisfy(table -> assertThat(table.select("caption").text()).isNotEmpty());
    assertThat(page.select("th"))
        .allSatisfy(head -> assertThat(head.attr("scope")).isIn("col", "row"));
    assertThat(page.select("svg"))
        .allSatisfy(
            svg ->
                assertThat(
                        svg.hasAttr("aria-hidden") || svg.hasAttr("role") || svg.html().isEmpty())
                    .isTrue());
  }
}
