package io.neardup.hadoop.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.similarity.Measure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits of pipelines over a corpus in which every near-duplicate is known by brute force. */
class AuditTest {

  private static final int K = 9;
  private static final double T = 0.8;
  private static final double LEAST_HELD = 0.95;
  private static final long MANY = 1_000_000_000;

  @TempDir private static Path shared;

  /** Results with the default settings, which several tests use; null before the first. */
  private static Path sharedOutput;

  @TempDir private Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream progress = new PrintStream(said, true, UTF_8);
  private final List<String> texts = new ArrayList<>();
  private Path input;
  private Path output;

  @BeforeEach
  void writeDocuments() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    for (int family = 0; family < 40; family++) {
      StringBuilder base = new StringBuilder();
      for (int word = 0; word < 40; word++) {
        base.append(Integer.toString(random.nextInt(36 * 36 * 36), 36)).append(' ');
      }
      for (int member = 0; member < 8; member++) {
        StringBuilder text = new StringBuilder(base);
        for (int edit = random.nextInt(5); edit > 0; edit--) {
          text.setCharAt(random.nextInt(text.length()), '#');
        }
        texts.add(text.toString().strip());
      }
    }
    for (int excerpt = 0; excerpt < 40; excerpt++) {
      String of = texts.get(random.nextInt(320));
      int from = random.nextInt(of.length() - 80);
      texts.add(of.substring(from, from + 80).strip());
    }
    texts.add("");
    input = folder.resolve("pages.tsv");
    output = folder.resolve("output");
    writeTexts();
  }

  /** Copies the shared results, which are made once. */
  private void sharedPipeline() throws IOException {
    if (sharedOutput == null) {
      Path own = output;
      output = shared.resolve("output");
      input = Files.copy(input, shared.resolve("pages.tsv"));
      pipeline();
      sharedOutput = output;
      output = own;
    }
    FileUtils.copyDirectory(sharedOutput.toFile(), output.toFile());
  }

  private void pipeline(String... settings) throws IOException {
    Pipelines.run(input, output, settings);
  }

  private AuditFigures audit(long documents, long seed, String... settings) throws IOException {
    return audit(documents, seed, MANY, Pipelines.conf(settings));
  }

  private AuditFigures audit(long documents, long seed, long comparisons, Configuration conf)
      throws IOException {
    return Audit.run(conf, progress, Ingests.path(output), documents, seed, comparisons);
  }

  private static Set<String> shingles(String text) {
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i + K <= text.length(); i++) {
      shingles.add(text.substring(i, i + K));
    }
    return shingles;
  }

  /** Returns the similarities of all documents, by brute force. */
  private double[][] similarities(boolean containment) {
    List<Set<String>> sets = texts.stream().map(AuditTest::shingles).toList();
    Measure measure = containment ? Measure.CONTAINMENT : Measure.JACCARD;
    double[][] similarities = new double[sets.size()][sets.size()];
    for (int i = 0; i < sets.size(); i++) {
      for (int j = 0; j < i; j++) {
        int common = (int) sets.get(i).stream().filter(sets.get(j)::contains).count();
        similarities[i][j] = measure.similarity(common, sets.get(i).size(), sets.get(j).size());
        similarities[j][i] = similarities[i][j];
      }
    }
    return similarities;
  }

  /** Returns the pairs that stage 4 has written, as columns. */
  private Set<List<Long>> reported() throws IOException {
    Set<List<Long>> pairs = new HashSet<>();
    for (String line : Pipelines.lines(output.resolve("4-pairs"), "columns-")) {
      String[] fields = line.split("\t", -1);
      pairs.add(List.of(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
      pairs.add(List.of(Long.parseLong(fields[1]), Long.parseLong(fields[0])));
    }
    return pairs;
  }

  /**
   * Returns a field of the decision on each document, its own column if there is none: 0 for the
   * column kept for it, 1 for the smallest column of its cluster.
   */
  private long[] decisions(int field) throws IOException {
    long[] decided = LongStream.range(0, texts.size()).toArray();
    for (String line : Pipelines.lines(output.resolve("5-clusters/columns"), "part-")) {
      String[] fields = line.split("[\t ]", -1);
      decided[Integer.parseInt(fields[0])] = Long.parseLong(fields[1 + field]);
    }
    return decided;
  }

  private void requireTruth(AuditFigures figures, int documents, long seed, String settings)
      throws IOException {
    boolean containment = settings.contains("measure=containment");
    double[][] similarities = similarities(containment);
    Set<List<Long>> reported = reported();
    SampledColumns sample = SampledColumns.of(seed, documents, texts.size(), column -> false);
    long partners = 0;
    long found = 0;
    long withPartners = 0;
    long documentsFound = 0;
    for (int i = 0; i < texts.size(); i++) {
      long p = 0;
      long f = 0;
      for (int j = 0; sample.contains(i) && j < texts.size(); j++) {
        if (similarities[i][j] >= T) {
          p++;
          f += reported.contains(List.of((long) i, (long) j)) ? 1 : 0;
        }
      }
      partners += p;
      found += f;
      withPartners += p > 0 ? 1 : 0;
      documentsFound += f > 0 ? 1 : 0;
    }
    assertThat(figures.recall().pairs().of()).isEqualTo(partners);
    assertThat(figures.recall().pairs().number()).isEqualTo(found);
    assertThat(figures.recall().documents().of()).isEqualTo(withPartners);
    assertThat(figures.recall().documents().number()).isEqualTo(documentsFound);
    assertThat(figures.missed().pairs()).isEqualTo(partners - found);
    assertThat(figures.sample().documents()).isEqualTo(Math.min(documents, texts.size()));
    assertThat(figures.recall().bySimilarity().stream().mapToLong(band -> band.recall().of()).sum())
        .isEqualTo(partners);
    assertThat(figures.checks().pairs()).isEqualTo(found);
    boolean held = settings.contains("containment");
    boolean longest = settings.contains("longest") || held;
    boolean direct = !settings.contains("components");
    double leastHeld = settings.contains("min-containment") ? LEAST_HELD : containment ? T : 0;
    long missed = 0;
    long kept = 0;
    long keptWithKept = 0;
    long[] keptFor = decisions(0);
    long[] clusters = decisions(1);
    for (int i = 0; i < texts.size(); i++) {
      if (!sample.contains(i) || keptFor[i] != i) {
        continue;
      }
      boolean isMissed = false;
      boolean hasKept = false;
      for (int j = 0; j < texts.size(); j++) {
        int k = (int) keptFor[j];
        if (similarities[i][j] >= T) {
          hasKept |= k == j;
          boolean counts = direct ? k == j : clusters[i] != clusters[j];
          int order = longest ? texts.get(i).length() - texts.get(k).length() : 0;
          isMissed |= counts && held(k, i) >= leastHeld && (order < 0 || (order == 0 && k < i));
        }
      }
      kept++;
      missed += isMissed ? 1 : 0;
      keptWithKept += hasKept ? 1 : 0;
    }
    assertThat(figures.removals().missed().of()).isEqualTo(kept);
    assertThat(figures.removals().missed().number()).isEqualTo(missed);
    assertThat(figures.removals().keptWithKeptNearDuplicate().number()).isEqualTo(keptWithKept);
  }

  /** Returns which share of a document's shingles another one has. */
  private double held(int one, int other) {
    Set<String> shingles = shingles(texts.get(other));
    long common = shingles.stream().filter(shingles(texts.get(one))::contains).count();
    return shingles.isEmpty() ? 0 : (double) common / shingles.size();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, 0",
    "neardup.banding.bands=2 neardup.banding.rows=12, bands, 100",
    "neardup.banding.bands=4 neardup.banding.rows=1 neardup.bucket.max-columns=2, guard, 10",
    "neardup.candidate.max-twins=1, implied, 10",
    "neardup.verify.max-miss-rate=0.5, filter, 2",
    "neardup.cluster.linking=components, '', 0",
    "neardup.cluster.keep=longest, '', 0",
    "neardup.banding.bands=2 neardup.banding.rows=12 neardup.cluster.keep=longest, bands, 100",
    "neardup.banding.bands=2 neardup.banding.rows=12 neardup.cluster.linking=components"
        + " neardup.cluster.keep=longest, bands, 100",
    "neardup.cluster.min-containment=0.95, '', 0",
    "neardup.candidate.measure=containment, '', 0",
    "neardup.candidate.measure=containment neardup.cluster.min-containment=0.95, '', 0",
    "neardup.candidate.measure=containment neardup.bucket.max-columns=2, guard, 10",
    "neardup.candidate.measure=containment neardup.candidate.min-shingles=4096, bands, 100",
  })
  @Tag("long")
  void everyMissedPairIsFoundAndItsCauseNamed(String settings, String cause, long least)
      throws IOException {
    pipeline(settings.isEmpty() ? new String[0] : settings.split(" "));
    for (int documents : settings.isEmpty() ? new int[] {100, 1000} : new int[] {1000}) {
      AuditFigures figures = audit(documents, 5);
      assertThat(figures.checks().faults()).as("%s", figures.checks()).isZero();
      requireTruth(figures, documents, 5, settings);
      AuditFigures.Missed missed = figures.missed();
      assertThat(missed.fault()).isZero();
      if (documents == 1000) {
        assertThat(
                Map.of(
                        "bands", missed.bands(),
                        "guard", missed.guard(),
                        "implied", missed.implied(),
                        "filter", missed.filter())
                    .getOrDefault(cause, 0L))
            .as("%s", missed)
            .isGreaterThanOrEqualTo(least);
        assertThat(missed.examples().stream().map(AuditFigures.MissedPair::cause))
            .contains(least > 0 ? new String[] {cause} : new String[0]);
        for (AuditFigures.MissedPair pair : missed.examples()) {
          PairAudit.Found found = comparePair(pair.otherColumn(), pair.column());
          assertThat(found.missed().orElseThrow().name()).isEqualToIgnoringCase(pair.cause());
          assertThat(found.isPair()).isFalse();
          assertThat(found.overlap().similarity(found.measure()))
              .isCloseTo(pair.similarity(), within(1e-6));
        }
      }
    }
  }

  private PairAudit.Found comparePair(long a, long b) throws IOException {
    return PairAudit.of(
        new Configuration(false), progress, Ingests.path(output), "" + a, "" + b, true);
  }

  /** The documents have one without shingles. */
  @Test
  void documentsRemovedForHavingNoShinglesAreNotKeptOnes() throws IOException {
    pipeline("neardup.dedup.documents-without-shingles=remove");
    long[] keptFor = decisions(0);
    long kept = LongStream.range(0, keptFor.length).filter(i -> keptFor[(int) i] == i).count();
    AuditFigures.Removals removals = audit(1000, 5).removals();
    assertThat(removals.missed().of()).isEqualTo(kept - 1);
    assertThat(removals.keptWithKeptNearDuplicate().of()).isEqualTo(kept - 1);
  }

  @Test
  void aPairIsComparedById() throws IOException {
    sharedPipeline();
    double[][] similarities = similarities(false);
    long[] kept = decisions(0);
    Set<List<Long>> reported = reported();
    for (int b = 1; b < 9; b++) { // seven of its family, one of the next
      PairAudit.Found found =
          PairAudit.of(
              Pipelines.conf(), progress, Ingests.path(output), "doc 0", "doc " + b, false);
      assertThat(found.overlap().similarity(Measure.JACCARD)).isEqualTo(similarities[0][b]);
      assertThat(found.isPair()).isEqualTo(reported.contains(List.of(0L, (long) b)));
      assertThat(found.isPair()).isEqualTo(similarities[0][b] >= T);
      assertThat(found.missed()).isEmpty();
      assertThat(found.bands().isEmpty()).isEqualTo(!found.isListed());
      PairAudit.Side document = found.b();
      assertThat(document.text()).isEqualTo(texts.get(b));
      assertThat(document.keptColumn()).isEqualTo(kept[b]);
      assertThat(document.keptId()).isEqualTo("doc " + kept[b]);
      assertThat(document.isKept()).isEqualTo(kept[b] == b);
      assertThat(document.makesPair()).isEqualTo(reported.contains(List.of(kept[b], (long) b)));
    }
    assertThat(comparePair(0, texts.size() - 1).overlap().bSize()).isZero();
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfTasks() throws IOException {
    pipeline("neardup.bucket.max-columns=2", "mapreduce.job.reduces=2");
    audit(150, 3);
    byte[] one = Files.readAllBytes(output.resolve(AuditFigures.FILE.name()));
    audit(150, 3, "neardup.document.split-bytes=5000", "mapreduce.job.reduces=5");
    assertThat(output.resolve(AuditFigures.FILE.name())).hasBinaryContent(one);
    audit(150, 4);
    assertThat(Files.readAllBytes(output.resolve(AuditFigures.FILE.name()))).isNotEqualTo(one);
  }

  /** Changes the lines of a file of results; the checksum of Hadoop is then wrong. */
  private void edit(Path file, Consumer<List<String>> editing) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    editing.accept(lines);
    Files.write(file, lines);
  }

  private Path part() throws IOException {
    return Pipelines.files(output.resolve("4-pairs"), "part-").stream()
        .filter(file -> file.toFile().length() > 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDeletedPairIsAFault() throws IOException {
    sharedPipeline();
    edit(part(), lines -> lines.remove(lines.size() / 2));
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.checks().changedFiles()).isNotEmpty();
    assertThat(figures.missed().fault() + figures.checks().wrongPairs()).isPositive();
    new AuditSentences(figures, progress).print();
    assertThat(said.toString(UTF_8)).contains("THE RESULTS ARE WRONG");
  }

  @Test
  void aPairDeletedFromBothFilesIsAFault() throws IOException {
    sharedPipeline();
    Path part = part();
    edit(part, lines -> lines.remove(3));
    edit(
        part.resolveSibling(part.getFileName().toString().replace("part", "columns")),
        lines -> lines.remove(3));
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.checks().changedFiles()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(figures.missed().fault()).isEqualTo(2); // once for each document
    assertThat(figures.missed().examples())
        .extracting(AuditFigures.MissedPair::cause)
        .contains("fault");
  }

  /** A line of the same length is found by our own checksum only. */
  @Test
  void aChangedPairIsAFault() throws IOException {
    sharedPipeline();
    edit(
        part(),
        lines -> {
          String line = lines.get(2);
          int end = line.length() - 1;
          char last = line.charAt(end);
          lines.set(2, line.substring(0, end) + (char) (last == '0' ? '1' : last - 1));
        });
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.checks().changedFiles()).hasSize(1);
    assertThat(figures.checks().wrongPairs()).isEqualTo(2);
    assertThat(audit(1, 0).checks().changedFiles()).hasSize(1);
  }

  @Test
  void aWrongRemovalIsAFault() throws IOException {
    sharedPipeline();
    edit(
        output.resolve("5-clusters/removed-by.tsv"),
        lines -> {
          String[] first = lines.get(0).split("\t", -1);
          String[] last = lines.get(lines.size() - 1).split("\t", -1);
          first[1] = last[1];
          first[7] = last[7];
          lines.set(0, String.join("\t", first));
        });
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.checks().wrongRemovals()).isEqualTo(1);
    assertThat(figures.checks().examples()).hasSize(1);
    assertThat(figures.checks().examples().get(0).what()).contains("removed-by.tsv");
  }

  private void writeTexts() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      lines.add("doc " + i + "\t" + texts.get(i));
    }
    Files.write(input, lines);
  }

  /** Makes an input of which neighbours are near-duplicates, and the ends are not. */
  private void chain() throws IOException {
    input = folder.resolve("chain.tsv");
    String base = texts.get(0);
    texts.clear();
    for (int step = 0; step < 12; step++) {
      texts.add("#".repeat(6 * step) + base.substring(6 * step));
    }
    writeTexts();
  }

  /** Of the kept documents that a removed one makes a pair with, the most similar is named. */
  @Test
  void aRemovalForALessSimilarDocumentIsAFault() throws IOException {
    chain();
    pipeline("mapreduce.job.reduces=1");
    assertThat(audit(1000, 0).checks().faults()).isZero();
    Path removedBy = output.resolve("5-clusters/removed-by.tsv");
    Path columns = output.resolve("5-clusters/columns/part-r-00000");
    List<String> lines = new ArrayList<>(Files.readAllLines(removedBy));
    List<String> decisions = new ArrayList<>(Files.readAllLines(columns));
    Set<String> kept =
        lines.stream().map(line -> line.split("\t", -1)[7]).collect(Collectors.toSet());
    boolean changed = false;
    for (String pair : Files.readAllLines(output.resolve("4-pairs/columns-r-00000"))) {
      String[] fields = pair.split("\t", -1);
      String other = kept.contains(fields[0]) ? fields[0] : fields[1];
      int removed = Integer.parseInt(kept.contains(fields[0]) ? fields[1] : fields[0]);
      for (int line = 0; line < lines.size() && !changed; line++) {
        String[] right = lines.get(line).split("\t", -1);
        if (kept.contains(other)
            && right[4].equals(String.valueOf(removed))
            && Double.parseDouble(fields[2]) < Double.parseDouble(right[2])) {
          right[1] = "doc " + other;
          right[2] = fields[2];
          right[7] = other;
          lines.set(line, String.join("\t", right));
          decisions.set(removed, removed + "\t" + other + " 0");
          changed = true;
        }
      }
    }
    assertThat(changed).isTrue();
    Files.write(removedBy, lines);
    Files.write(columns, decisions);
    Files.deleteIfExists(columns.resolveSibling("." + columns.getFileName() + ".crc"));
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.checks().examples())
        .anyMatch(example -> example.what().contains("not for the most similar kept document"));
  }

  /** The last three fields say which pair links a removed document to its cluster. */
  @Test
  void aWrongLinkIsAFault() throws IOException {
    chain();
    pipeline("neardup.cluster.linking=components");
    assertThat(audit(1000, 0).checks().faults()).isZero();
    Path removedBy = output.resolve("5-clusters/removed-by.tsv");
    List<String> lines = new ArrayList<>(Files.readAllLines(removedBy));
    int link = lines.size() - 1;
    String[] right = lines.get(link).split("\t", -1);
    assertThat(right[3]).isEqualTo("link");
    for (int field = 10; field < 13; field++) {
      String[] wrong = right.clone();
      wrong[field] = field == 12 ? "0.999999" : field == 11 ? "1" : "doc 1";
      lines.set(link, String.join("\t", wrong));
      Files.write(removedBy, lines);
      AuditFigures figures = audit(1000, 0);
      assertThat(figures.checks().wrongRemovals()).isEqualTo(1);
      assertThat(figures.checks().examples().get(0).what()).contains("linked by another pair");
    }
  }

  @Test
  void aWrongClusterIsAFault() throws IOException {
    sharedPipeline();
    Path columns = Pipelines.files(output.resolve("5-clusters/columns"), "part-").get(0);
    edit(
        columns,
        lines -> {
          String last = lines.get(lines.size() - 1).split("\t", -1)[1];
          lines.set(1, lines.get(1).split("\t", -1)[0] + "\t" + last);
        });
    Files.deleteIfExists(columns.resolveSibling("." + columns.getFileName() + ".crc"));
    assertThat(audit(1000, 0).checks().wrongClusters()).isPositive();
  }

  @Test
  void aDocumentThatIsNotInTheCollectionIsAFault() throws IOException {
    sharedPipeline();
    AuditFigures right = audit(10, 0);
    assertThat(right.checks().documents()).isEqualTo(texts.size());
    assertThat(right.checks().faults()).isZero();
    edit(output.resolve("6-dedup/kept/pages.tsv"), lines -> lines.remove(0));
    AuditFigures figures = audit(10, 0);
    assertThat(figures.checks().wrongFiles()).isEqualTo(1);
    assertThat(figures.checks().faults()).isEqualTo(1);
    new AuditSentences(figures, progress).print();
    assertThat(said.toString(UTF_8))
        .contains("kept/pages.tsv does not hold the documents that it should");
  }

  @Test
  void resultsWithoutACollectionAreAuditedToo() throws IOException {
    sharedPipeline();
    FileUtils.deleteDirectory(output.resolve("6-dedup").toFile());
    assertThat(audit(10, 0).checks().documents()).isZero();
  }

  @Test
  void theSampleIsHalvedToFitTheComparisons() throws IOException {
    sharedPipeline();
    AuditFigures figures = audit(200, 0, 200, Pipelines.conf());
    assertThat(figures.sample().documents()).isLessThan(200).isPositive();
    assertThat(figures.sample().predictedComparisons()).isLessThanOrEqualTo(200);
    requireTruth(figures, (int) figures.sample().documents(), 0, "");
    assertThat(said.toString(UTF_8)).contains("--max-comparisons");
  }

  @Test
  void comparisonsOfLongDocumentsCountSeveralTimes() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    while (text.length() < 30_000) {
      text.append(Integer.toString(random.nextInt(1 << 30), 36)).append(' ');
    }
    texts.clear();
    for (int i = 0; i < 6; i++) {
      texts.add(text + "end " + i);
    }
    writeTexts();
    pipeline();
    AuditFigures figures = audit(1000, 0);
    assertThat(figures.recall().pairs().of()).isEqualTo(30);
    assertThat(figures.sample().predictedComparisons()).isEqualTo(30 * (1 + 2 * 30_000 / 4096));
    // A sample that is halved is searched in as many blocks as it needs itself.
    AuditFigures half = audit(6, 0, 250, Pipelines.conf());
    assertThat(half.sample().documents()).isEqualTo(3);
    requireTruth(half, 3, 0, "");
  }

  @Test
  void onlyTheFileOfTheAuditIsWritten() throws IOException {
    sharedPipeline();
    audit(10, 0);
    assertThat(Pipelines.files(output, ""))
        .extracting(file -> file.getFileName().toString())
        .filteredOn(name -> !name.startsWith("_") && !name.startsWith("."))
        .contains("audit.json")
        .allMatch(name -> name.matches("audit.json|corpus|\\d-.*|summary.json|report.html"));
    assertThat(output.resolve("_work")).doesNotExist();
  }
}
