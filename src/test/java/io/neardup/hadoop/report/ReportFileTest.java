package io.neardup.hadoop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.audit.Share;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.report.Page.PairList;
import io.neardup.hadoop.stage2bandbucket.LargeBucket;
import io.neardup.hadoop.stage5cluster.removal.ClusteredSource;
import io.neardup.hadoop.stage5cluster.removal.NotedCluster;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.text.Printable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReportFileTest {

  private static final ObjectMapper JSON = new ObjectMapper();

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
  private static Page full(String text) throws IOException {
    Random random = new Random(4);
    String id = text.repeat(100);
    DocumentTexts texts = new DocumentTexts();
    for (long column = 0; column < 2; column++) {
      texts.put(column, new DocumentTexts.Known(id, id, longText(random), false));
    }
    ExamplePair.Side left = new ExamplePair.Side("removed", id, 0);
    ExamplePair.Side right = new ExamplePair.Side("kept", id, 1);
    ExamplePair pair =
        new ExamplePair("0.812345", "1,234 of 5,678 shingles in common", left, right);
    List<ExamplePair> pairs = Collections.nCopies(10, pair);
    NotedCluster cluster =
        new NotedCluster(
            1,
            12_345,
            1,
            66,
            800_000,
            Collections.nCopies(12, new NotedCluster.Member(1, true, id)));
    List<NotedCluster> many = Collections.nCopies(20, cluster);
    ClusterExamples clusters = new ClusterExamples(many, many);
    for (int other = 1; other < 12; other++) {
      clusters.add(cluster, new ClusterExamples.Edge(0, other, 800_000));
    }
    long[] counts = new long[101];
    Arrays.fill(counts, 1_234_567);
    Map<String, String> settings = new HashMap<>();
    Keys.all().forEach(key -> settings.put(key.name(), id));
    List<ClusteredSource> sources =
        IntStream.range(0, SourceMatrix.MAX_SOURCES)
            .mapToObj(i -> new ClusteredSource(id + i, 123_456, 12_345))
            .toList();
    return new Page(
        new Heading(id, 2, "2026-01-31 23:59 UTC", "similarity of 0.8 or more"),
        figures(id),
        Map.of(Stage.SHINGLE_SORT, metadata()),
        settings,
        2_500,
        Collections.nCopies(200, new SourceShare(id, 123_456, 123_456)),
        new SourceMatrix(
            sources,
            sources.stream()
                .flatMap(
                    row ->
                        sources.stream()
                            .map(one -> new SourceOverlap(row.name(), one.name(), 12_345, 0.1)))
                .toList()),
        List.of(
            new PairList("above", "Just above", "text", pairs),
            new PairList("below", "Just below", "text", pairs),
            new PairList("weakest", "Weakest", "text", pairs),
            new PairList("removals", "Removals", "text", pairs)),
        texts,
        clusters,
        Histogram.of(counts, Settings.read(List.of())),
        audit(),
        Collections.nCopies(
            10,
            new LargeBucketExamples.Example(
                "band 3",
                new LargeBucket(3, "0", 12_000, "1", 9),
                Collections.nCopies(4, Printable.id(id)),
                Collections.nCopies(3, Printable.cut(id, 600)))),
        new LeftOutPassages.Passages(
            "text", Collections.nCopies(10, new LeftOutPassages.Found(id, id))),
        id,
        id);
  }

  private static SummaryFigures figures(String warning) throws IOException {
    ObjectNode figures =
        (ObjectNode)
            JSON.readTree(
                """
                {"input": {"files": 1, "bytes": 1},
                 "records": {"setAside": {"count": 1, "byReason": {"NO_ID": 1}}},
                 "documents": {"in": 3, "kept": 2, "malformed": 1, "repeatedIds": 1, "removed":
                   {"count": 1, "byPair": 1, "byLink": 1, "withoutShingles": 1,
                    "shinglesNotInKept": {"count": 1, "share": 0.1}}},
                 "candidates": {"count": 1, "compared": {"count": 1, "share": 0.1}},
                 "pairs": {"count": 1, "threshold": 0.8},
                 "clusters": {"count": 1, "documents": 2, "largest": 2},
                 "sources": {"count": 201, "wipedOut": 200, "overlaps": {"documents": 5}},
                 "cost": {"seconds": {"total": 2, "ingest": 1}}}
                """);
    figures.set("warnings", JSON.valueToTree(Collections.nCopies(25, warning)));
    ((ObjectNode) figures.get("clusters"))
        .set(
            "sizes",
            JSON.valueToTree(Collections.nCopies(60, new SummaryFigures.Sizes(3, 4, 3, 12))));
    return JSON.treeToValue(figures, SummaryFigures.class);
  }

  private static StageMetadata metadata() {
    return StageMetadata.of(
        Stage.SHINGLE_SORT,
        Settings.read(List.of()),
        Map.of(),
        "",
        Map.of(),
        Map.of(),
        Map.of("JOBS", 1L),
        1);
  }

  private static AuditFigures audit() {
    Share share = Share.ofCount(3, 4, false);
    return new AuditFigures(
        "x",
        new AuditFigures.Sampled(0, 5000, 5000, 1_000_000, 3, 4, 0.8),
        new AuditFigures.Recall(share, share, share, share, List.of()),
        new AuditFigures.Removals(share, share),
        new AuditFigures.Missed(4, 1, 1, 1, 1, 0, List.of()),
        new AuditFigures.Checks(0, 1, 0, 1, 0, 1, 0, 1, 0, List.of(), List.of()));
  }

  private static org.jsoup.nodes.Document parse(byte[] html) {
    return Jsoup.parse(new String(html, StandardCharsets.UTF_8));
  }

  @Test
  @Tag("long")
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
  void theHeadingAndTheMatrixNameTheInputAndTheSources() throws IOException {
    org.jsoup.nodes.Document page = parse(ReportFile.render(full("x")));
    assertThat(page.title()).startsWith("Near-duplicates in xxx").endsWith(", 2026-01-31");
    assertThat(page.select("h1").text()).endsWith(" and 2 further inputs");
    assertThat(page.select("h1 + p").text())
        .isEqualTo("2026-01-31 23:59 UTC: similarity of 0.8 or more");
    assertThat(page.select(".matrix tbody tr"))
        .hasSize(10)
        .allSatisfy(row -> assertThat(row.text()).contains(" 123,456 12,345 10.0 % 12,345 10.0 %"));
    assertThat(page.select("#overlaps + p").text())
        .startsWith("5 documents are in a cluster with a document of another source. Each row")
        .endsWith(" documents in clusters; 5-clusters/source-overlaps.tsv has up to 100.");
    // Without a script nothing is there that would need one.
    assertThat(page.select("button").parents().select(".all")).allMatch(p -> p.hasAttr("hidden"));
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
