package io.neardup.hadoop.pipeline;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.config.Stage;
import io.neardup.gate.FigureNames;
import io.neardup.hadoop.FiguresPage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.reference.ComparedResults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code summary.json}: what is in it, that it is true, and that it is described. */
class SummaryTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> SETTINGS =
      List.of(
          "neardup.document.max-bytes=2000",
          "neardup.ingest.max-bad-records=90%",
          "neardup.cluster.max-documents=3",
          "neardup.candidate.max-twins=2",
          "neardup.bucket.max-columns=4",
          "neardup.cluster.linking=components",
          "neardup.dedup.documents-without-shingles=remove");

  @TempDir private Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private Path input;
  private Path output;

  /**
   * Documents with all that a summary counts: chains, copies, empty texts, bad records, sources.
   */
  @BeforeEach
  void writeDocuments() throws IOException {
    input = folder.resolve("sites");
    output = folder.resolve("output");
    Random random = new Random(1);
    List<String> words =
        random.ints(2000, 0, 26 * 26 * 26).mapToObj(w -> Integer.toString(w, 36)).toList();
    List<String> a = new ArrayList<>();
    List<String> b = new ArrayList<>();
    List<String> c = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      // A window moved by 3 of 40 words: similar to the next one, not to the one after that.
      int from = i < 5 ? 3 * i : 100 * i;
      String text = String.join(" ", words.subList(from, from + 40));
      a.add("a" + i + "\t" + text);
      b.add("b" + i + "\t" + text);
      c.add("c" + i + "\t" + (i < 3 ? text : "a page of its own, " + words.get(1200 + i)));
    }
    c.addAll(List.of("", "no tab", "c0\tan id that is there twice", "empty\t", "blank\t  \t "));
    c.add("long\t" + "too long ".repeat(300));
    write("a/pages.tsv", a);
    write("b/pages.tsv", b);
    write("c/pages.tsv", c);
  }

  private void write(String name, List<String> lines) throws IOException {
    Files.createDirectories(input.resolve(name).getParent());
    Files.write(input.resolve(name), lines);
  }

  private SummaryFigures run(Existing existing, List<String> settings) throws IOException {
    PrintStream progress = new PrintStream(said, true, StandardCharsets.UTF_8);
    Pipeline pipeline =
        new Pipeline(
            Pipelines.conf(settings.toArray(new String[0])),
            progress,
            List.of(Ingests.path(input)),
            Ingests.path(output));
    Pipeline.Finished run = pipeline.run(existing);
    run.print(progress);
    return run.figures();
  }

  private static List<String> and(String setting) {
    return Stream.concat(SETTINGS.stream(), Stream.of(setting)).toList();
  }

  private Path file() {
    return output.resolve("summary.json");
  }

  private JsonNode json() throws IOException {
    return JSON.readTree(file().toFile());
  }

  /** Returns what is in the file and the same for any number of tasks. */
  private ObjectNode withoutCost() throws IOException {
    ObjectNode figures = (ObjectNode) json();
    assertThat(figures.remove("cost").get("seconds").get("total").asDouble()).isPositive();
    return figures;
  }

  private SummaryFigures read() throws IOException {
    return new Results(new Configuration(), Ingests.path(output)).figures();
  }

  /** Returns the lines of the files in a folder whose names begin so. */
  private List<String> lines(String path, String prefix) throws IOException {
    return Pipelines.lines(output.resolve(path), prefix);
  }

  /** Returns how many lines the files below a folder have. */
  private long records(String path) throws IOException {
    return ComparedResults.tree(output.resolve(path)).values().stream()
        .mapToLong(text -> text.lines().count())
        .sum();
  }

  /** Returns how many lines have each text in a field. */
  private static Map<String, Long> byField(List<String> lines, int field) {
    return lines.stream()
        .collect(
            Collectors.groupingBy(
                line -> line.split("\t", -1)[field], TreeMap::new, Collectors.counting()));
  }

  @Test
  void theFiguresAreWhatTheOutputsHold() throws IOException {
    SummaryFigures figures = run(Existing.REFUSE, SETTINGS);

    assertThat(read()).as("what is written").isEqualTo(figures);
    SummaryFigures.Removed removed = figures.documents().removed();
    SummaryFigures.SetAside setAside = figures.records().setAside();
    long kept = records("6-dedup/kept");
    assertThat(figures.documents().kept()).isEqualTo(kept - 1); // the long one is no document
    assertThat(setAside.kept()).isEqualTo(1);
    assertThat(removed.count()).isEqualTo(records("6-dedup/removed")).isPositive();
    assertThat(figures.documents().in()).isEqualTo(removed.count() + kept - 1).isEqualTo(33);
    assertThat(removed.share()).isEqualTo((double) removed.count() / 33);
    assertThat(byField(lines("6-dedup", "removed-by.tsv"), 3))
        .isEqualTo(
            Map.of(
                "pair", removed.byPair(),
                "link", removed.byLink(),
                "no-shingles", removed.withoutShingles()))
        .containsEntry("no-shingles", 2L);
    assertThat(removed.byPair() + removed.byLink() + removed.withoutShingles())
        .isEqualTo(removed.count());
    assertThat(removed.similarity().min()).isNull(); // that of a chain is not known
    String warning = removed.byLink() + " removed documents make no pair with the document kept";
    assertThat(figures.warnings()).anyMatch(line -> line.startsWith(warning));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("warning: " + warning)
        .containsPattern(
            "by a chain +" + removed.byLink() + "  documents in no pair with the one kept")
        .doesNotContain("least similarity");
    assertThat(figures.documents().withoutShingles().count()).isEqualTo(2);
    assertThat(figures.documents().withoutShingles().share()).isEqualTo(2.0 / 33);
    assertThat(figures.documents().repeatedIds()).isEqualTo(1);

    List<String> skipped = lines("6-dedup", "skipped.tsv");
    assertThat(setAside.count()).isEqualTo(skipped.size()).isEqualTo(3);
    assertThat(figures.records().count()).isEqualTo(36);
    assertThat(setAside.share()).isEqualTo(3.0 / 36);
    Map<String, Long> reasons = byField(skipped, 2);
    for (SkipReason reason : SkipReason.values()) {
      assertThat(setAside.byReason().get(reason))
          .as("%s", reason)
          .isEqualTo(reasons.getOrDefault(reason.name(), 0L));
    }

    assertThat(figures.signatures().count()).isEqualTo(31);
    ByteBuffer signatures = ByteBuffer.wrap(Pipelines.parts(output.resolve("1-signatures")));
    assertThat(signatures.remaining()).isEqualTo(31 * (8 + 4 * figures.signatures().slots()));
    Map<List<Integer>, Long> buckets = new HashMap<>(); // by band and slots
    while (signatures.hasRemaining()) {
      signatures.getLong();
      for (int band = 0; band < 20; band++) {
        List<Integer> bucket = new ArrayList<>(List.of(band));
        for (int row = 0; row < 5; row++) {
          bucket.add(signatures.getInt());
        }
        buckets.merge(bucket, 1L, Long::sum);
      }
    }
    assertThat(figures.buckets().count())
        .isEqualTo(buckets.values().stream().filter(size -> size > 1).count())
        .isPositive();
    assertThat(figures.buckets().largest()).isEqualTo(Collections.max(buckets.values()));
    assertThat(figures.buckets().large().count())
        .isEqualTo(lines("2-buckets", "_large-buckets.tsv").size())
        .isPositive();
    assertThat(figures.candidates().count())
        .isEqualTo(
            lines("3-candidates", "part-").stream()
                .mapToLong(line -> line.split("\t", -1)[1].split(" ", -1).length)
                .sum());
    assertThat(figures.pairs().count()).isEqualTo(lines("4-pairs", "part-").size()).isPositive();
    String best = lines("4-pairs", "_most-similar").get(0);
    String[] pair = JSON.readTree(best).get("line").textValue().split("\t", -1);
    assertThat(figures.pairs().mostSimilar().get(0))
        .isEqualTo(new SummaryFigures.SimilarPair(pair[0], pair[1], Double.parseDouble(pair[3])));

    List<String> members = lines("5-clusters", "part-r-");
    Map<String, Long> sizes = byField(members, 0);
    assertThat(figures.clusters().documents()).isEqualTo(members.size());
    assertThat(figures.clusters().count()).isEqualTo(sizes.size());
    assertThat(figures.clusters().largest()).isEqualTo(Collections.max(sizes.values()));
    assertThat(figures.clusters().large())
        .isEqualTo(sizes.values().stream().filter(size -> size > 3).count())
        .isPositive();
    assertThat(
            figures.clusters().sizes().stream()
                .map(s -> s.from() + "\t" + s.to() + "\t" + s.clusters() + "\t" + s.documents()))
        .isEqualTo(lines("5-clusters", "sizes.tsv"));
    List<String> sources = lines("5-clusters", "sources.tsv");
    assertThat(figures.sources().count()).isEqualTo(sources.size()).isEqualTo(3);
    assertThat(figures.sources().wipedOut())
        .isEqualTo(sources.stream().filter(line -> line.endsWith("\t1.000000")).count())
        .isEqualTo(1);
    assertThat(figures.sources().removed().share().max()).isEqualTo(1);
    List<String> overlaps = lines("5-clusters", "source-overlaps.tsv");
    SourceOverlap overlap = figures.sources().overlaps().largest().get(0);
    assertThat(overlap.source()).isNotEqualTo(overlap.other());
    assertThat(overlaps)
        .hasSizeGreaterThan(2)
        .anyMatch(
            line ->
                line.startsWith(
                    overlap.source() + "\t" + overlap.other() + "\t" + overlap.documents() + "\t"));
    assertThat(figures.sources().overlaps().documents())
        .isBetween(overlap.documents() + 1, figures.clusters().documents());
    SourceShare worst = figures.sources().losingMost().get(0);
    assertThat(worst.name() + "\t" + worst.documents() + "\t" + worst.removed() + "\t1.000000")
        .isIn(sources);
  }

  @Test
  void allButTheCostIsTheSameWhateverTheNumberOfTasks() throws IOException {
    run(Existing.REFUSE, and("mapreduce.job.reduces=1"));
    ObjectNode one = withoutCost();
    for (String tasks : List.of("3", "7")) {
      run(Existing.OVERWRITE, and("mapreduce.job.reduces=" + tasks));
      assertThat(JSON.writeValueAsString(withoutCost())).isEqualTo(JSON.writeValueAsString(one));
    }
    assertThat(one.get("pairs").get("mostSimilar")).isNotEmpty();
    run(Existing.OVERWRITE, and("neardup.document.split-bytes=1"));
    ObjectNode other = withoutCost();
    assertThat(((ObjectNode) other.get("settings")).remove("neardup.document.split-bytes"))
        .isNotNull();
    assertThat(JSON.writeValueAsString(other)).isEqualTo(JSON.writeValueAsString(one));
  }

  private static FiguresPage page() throws IOException {
    return FiguresPage.between("## summary.json", "### Conditions");
  }

  @Test
  void everyPathIsDescribedWithItsTypeAndRange() throws IOException {
    run(Existing.REFUSE, and("neardup.cluster.linking=direct"));

    page().requireDescribed(json());
  }

  @Test
  void thePathsDescribedAreTheFiguresOfConditions() throws IOException {
    assertThat(FigureNames.of(List.of(SummaryFigures.class)).all())
        .containsExactlyElementsOf(page().figures())
        .contains("sources.removed.share.max", "documents.removed.share");
  }

  @Test
  void whatStagesThatWereNotRunCountIsNull() throws IOException {
    SummaryFigures figures = run(Existing.REFUSE, and("neardup.verify=none"));

    assertThat(figures.stages())
        .containsExactly("ingest", "shingle-sort", "band-bucket", "candidate-list");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("[4/4] candidate-list: ")
        .containsPattern("results: .*3-candidates\n");
    assertThat(output.resolve("4-pairs")).doesNotExist();
    assertThat(read()).isEqualTo(figures);
    Set<String> nulls = new TreeSet<>();
    Set<String> present = new TreeSet<>();
    FiguresPage.values(json())
        .forEach((path, values) -> (values.get(0).isNull() ? nulls : present).add(path));
    assertThat(nulls)
        .containsExactlyInAnyOrder(
            "records.setAside.kept",
            "documents.kept",
            "documents.removed.count",
            "documents.removed.share",
            "documents.removed.byPair",
            "documents.removed.byLink",
            "documents.removed.withoutShingles",
            "documents.removed.similarity.min",
            "documents.removed.shinglesNotInKept.count",
            "documents.removed.shinglesNotInKept.share",
            "candidates.compared.count",
            "candidates.compared.share",
            "pairs.count",
            "pairs.threshold",
            "clusters.count",
            "clusters.documents",
            "clusters.largest",
            "clusters.large",
            "sources.count",
            "sources.wipedOut",
            "sources.removed.share.max",
            "sources.overlaps.documents",
            "sources.overlaps.share",
            "cost.seconds.verify",
            "cost.seconds.cluster",
            "cost.seconds.dedup");
    assertThat(json().at("/clusters/sizes")).isEmpty();
    assertThat(page().paths().stream().filter(path -> !path.contains("[]")))
        .allMatch(path -> nulls.contains(path) || present.contains(path));

    SummaryFigures all =
        run(Existing.RESUME, List.of("neardup.verify=exact", "neardup.cluster.linking=direct"));
    assertThat(all.stages()).hasSize(7);
    assertThat(read()).isEqualTo(all);
    assertThat(FiguresPage.values(json()).values())
        .allMatch(list -> list.stream().noneMatch(JsonNode::isNull));
  }

  @Test
  void aShareOfNothingIsNull() throws IOException {
    FileUtil.fullyDelete(input.toFile());
    write("empty.tsv", List.of());

    SummaryFigures figures = run(Existing.REFUSE, List.of());

    assertThat(figures.documents().in()).isZero();
    assertThat(figures.documents().removed().count()).isZero();
    assertThat(figures.documents().removed().share()).isNull();
    assertThat(figures.sources().count()).isZero();
    assertThat(figures.sources().removed().share().max()).isNull();
    assertThat(read()).isEqualTo(figures);
  }

  @Test
  void theLeastSimilarityIsThatOfThePairs() throws IOException {
    SummaryFigures figures = run(Existing.REFUSE, and("neardup.cluster.linking=direct"));

    assertThat(figures.documents().removed().byLink()).isZero();
    assertThat(figures.documents().removed().similarity().min())
        .isEqualTo(
            lines("6-dedup", "removed-by.tsv").stream()
                .map(line -> line.split("\t", -1)[2])
                .filter(similarity -> !similarity.isEmpty())
                .mapToDouble(Double::parseDouble)
                .min()
                .orElseThrow());
    assertThat(read()).isEqualTo(figures);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsPattern("least similarity +0\\.[0-9]{6}  of a removed document")
        .doesNotContain("no pair with");
  }

  @Test
  void aSourceThatLosesNothingHasAShareOfZero() throws IOException {
    FileUtil.fullyDelete(input.toFile());
    write("a.tsv", List.of("1\tone thing", "2\tanother one"));

    SummaryFigures figures = run(Existing.REFUSE, List.of());

    assertThat(figures.sources().count()).isEqualTo(1);
    assertThat(figures.sources().removed().share().max()).isZero();
    assertThat(figures.documents().removed().similarity().min()).isEqualTo(1);
    assertThat(figures.sources().losingMost()).isEmpty();
    assertThat(figures.sources().overlaps())
        .isEqualTo(new SummaryFigures.Overlaps(0L, 0.0, List.of()));
  }

  @Test
  void settingsAndWarningsAreThoseOfTheRun() throws IOException {
    SummaryFigures figures = run(Existing.REFUSE, and("neardup.similarity.threshold=0.6"));

    assertThat(figures.settings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "neardup.similarity.threshold", "0.6",
                "neardup.document.max-bytes", "2000",
                "neardup.ingest.max-bad-records", "90%",
                "neardup.cluster.linking", "components",
                "neardup.cluster.max-documents", "3",
                "neardup.candidate.max-twins", "2",
                "neardup.bucket.max-columns", "4",
                "neardup.dedup.documents-without-shingles", "remove"));
    String printed = said.toString(StandardCharsets.UTF_8);
    assertThat(figures.warnings())
        .hasSizeGreaterThanOrEqualTo(4)
        .noneMatch(w -> w.contains("warning"));
    assertThat(figures.warnings()).allMatch(warning -> printed.contains("warning: " + warning));
    assertThat(printed.lines().filter(line -> line.contains("warning: ")))
        .hasSameSizeAs(figures.warnings());
  }

  @Test
  void aResumedRunHasTheSummaryOfAWholeOne() throws IOException {
    run(Existing.REFUSE, SETTINGS);
    byte[] whole = Files.readAllBytes(file());
    ObjectNode first = withoutCost();
    Files.delete(file());
    run(Existing.RESUME, List.of());
    assertThat(file()).hasBinaryContent(whole);

    FileUtil.fullyDelete(output.resolve(Stage.DEDUP.folder()).toFile());
    FileUtil.fullyDelete(output.resolve(Stage.CLUSTER.folder()).toFile());
    run(Existing.RESUME, List.of());
    assertThat(withoutCost()).isEqualTo(first);
  }

  @Test
  void aRefusedRunLeavesSummaryAndAuditAndOneThatGoesOnReplacesThem() throws IOException {
    run(Existing.REFUSE, SETTINGS);
    Path audit = Files.writeString(output.resolve("audit.json"), "{}");
    // Refused before anything is made anew: the results are those that were summed up.
    assertRefused(() -> run(Existing.RESUME, List.of("neardup.banding.rows=4")));
    assertThat(file()).exists();
    assertThat(audit).exists();

    FileUtil.fullyDelete(output.resolve(Stage.CLUSTER.folder()).toFile());
    FileUtil.fullyDelete(output.resolve(Stage.DEDUP.folder()).toFile());
    Path foreign = output.resolve(Stage.DEDUP.folder()).resolve("of-the-user");
    Files.createDirectories(foreign);
    assertRefused(() -> run(Existing.RESUME, List.of()), "6-dedup was not made by neardup");
    assertThat(file()).exists();
    assertThat(audit).exists();

    Files.delete(foreign);
    Files.delete(foreign.getParent());
    run(Existing.RESUME, List.of());
    assertThat(audit).doesNotExist();
  }

  @Test
  void aSummaryThatIsMissingOrDamagedIsRefusedWithItsName() throws IOException {
    Files.createDirectories(output);
    assertRefused(this::read, "summary.json does not exist", "pipeline --against writes none");
    Files.writeString(file(), "{\"neardup\": \"1");
    assertRefused(this::read, "summary.json is damaged");
  }
}
