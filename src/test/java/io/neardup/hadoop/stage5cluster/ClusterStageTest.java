package io.neardup.hadoop.stage5cluster;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static io.neardup.hadoop.stage0ingest.Ingests.path;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stage on the pairs of a small corpus: 20 texts, of text n there are n mod 4 + 1 copies. */
class ClusterStageTest {

  @TempDir private static Path shared;
  @TempDir private Path folder;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeAll
  static void makePairs() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int copy = 0; copy < 4; copy++) {
      for (int text = 0; text < 20; text++) {
        if (copy <= text % 4) {
          // The third copy is the longest.
          lines.add(
              String.format(
                  "text %d copy %d\tthis is what text number %d has to say, which is that it is"
                      + " text number %3$d and no%s",
                  text, copy, text * 9973, copy == 2 ? " more" : ""));
        }
      }
    }
    runPipeline(Files.write(shared.resolve("texts.tsv"), lines), shared.resolve("output"));
  }

  private static void runPipeline(Path input, Path output, String... settings) throws IOException {
    Configuration conf = Pipelines.conf(settings);
    conf.setInt("mapreduce.job.reduces", 2);
    Pipelines.run(input, output, conf);
  }

  private StageMetadata run(Path pairs, String... settings) throws IOException {
    return run(shared.resolve("output/corpus"), pairs, settings);
  }

  private StageMetadata run(Path corpus, Path pairs, String... settings) throws IOException {
    PrintStream progress = new PrintStream(said, true, StandardCharsets.UTF_8);
    try (StageContext context =
        new StageContext(Pipelines.conf(settings), progress, "cluster:", false)) {
      return ClusterStage.run(context, path(corpus), path(pairs), path(folder.resolve("clusters")));
    }
  }

  private static Path pairs() {
    return shared.resolve("output").resolve(Stage.VERIFY.folder());
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(folder.resolve("clusters/part-r-00000"));
  }

  @Test
  void theLongestIsKeptIfAskedFor() throws IOException {
    StageMetadata metadata =
        run(pairs(), "neardup.cluster.keep=longest", "mapreduce.job.reduces=1");
    assertThat(lines())
        .hasSize(45)
        .startsWith("text 1 copy 0\ttext 1 copy 0\tkept", "text 1 copy 0\ttext 1 copy 1\tremoved")
        .contains("text 2 copy 0\ttext 2 copy 2\tkept", "text 2 copy 0\ttext 2 copy 0\tremoved");
    assertThat(metadata.count(ClusterCounters.CLUSTERS)).isEqualTo(15);
    assertThat(metadata.count(ClusterCounters.REMOVED)).isEqualTo(30);
    assertThat(metadata.number(Fact.LARGEST_CLUSTER)).isEqualTo(4);
    assertThat(metadata.deciding()).containsEntry("neardup.cluster.keep", "longest");
    assertThat(Pipelines.names(folder)).containsExactly("clusters"); // nothing temporary
  }

  /** By containment the longest are preferred: with repeats, none would be removed. */
  @Test
  void repeatsOfAnElementDoNotMakeASetLonger() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add("small\telement " + i % 30);
    }
    for (int i = 0; i < 60; i++) {
      lines.add("large\telement " + i);
    }
    Path output = folder.resolve("output");
    runPipeline(
        Files.write(folder.resolve("sets.tsv"), lines),
        output,
        "neardup.ingest.format=sets",
        "neardup.candidate.measure=containment",
        "neardup.candidate.min-shingles=16");
    assertThat(Files.readString(output.resolve("6-dedup/removed-by.tsv")))
        .startsWith("small\t")
        .contains("\tlarge\t");
  }

  @Test
  void largeClustersAreNamedAndChangeNothing() throws IOException {
    run(pairs(), "mapreduce.job.reduces=1");
    List<String> before = lines();
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("warning");
    org.apache.hadoop.fs.FileUtil.fullyDelete(folder.resolve("clusters").toFile());
    StageMetadata metadata =
        run(pairs(), "mapreduce.job.reduces=1", "neardup.cluster.max-documents=3");
    assertThat(lines()).isEqualTo(before);
    assertThat(metadata.count(ClusterCounters.LARGE_CLUSTERS)).isEqualTo(5);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("warning: 5 clusters of more than neardup.cluster.max-documents=3 documents\n")
        .contains("  4 documents in text 3 copy 0\n")
        .contains("  4 documents in text 19 copy 0\n")
        .doesNotContain("others");
  }

  @Test
  void preferencesThatMatchNothingAreNamed() throws IOException {
    String prefixes = "neardup.cluster.priority-prefixes";
    run(
        pairs(),
        "neardup.cluster.keep=source,priority",
        "neardup.cluster.source-order=one,texts.tsv,two",
        prefixes + "=no/,text," + shared.toUri() + ",/no,file:/no");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("warning: neardup.cluster.source-order: no document has the source one or two\n")
        .contains("warning: " + prefixes + ": no file has the prefix no/ or /no or file:/no\n");
  }

  private List<String> file(String name) throws IOException {
    return Files.readAllLines(folder.resolve("clusters").resolve(name));
  }

  @Test
  void whatIsRemovedAndForWhichDocumentIsSaid() throws IOException {
    StageMetadata metadata = run(pairs(), "mapreduce.job.reduces=3");
    assertThat(file("removed-by.tsv"))
        .hasSize(30)
        .allMatch(
            line ->
                line.matches(
                    "text \\d+ copy [123]\ttext \\d+ copy 0\t[01]\\.\\d{6}\tpair"
                        + "(\t\\d+\ttexts.tsv\t\\d+){2}\t\t\t"));
    assertThat(file("sizes.tsv")).containsExactly("2\t2\t5\t10", "3\t4\t10\t35");
    assertThat(file("sources.tsv")).containsExactly("texts.tsv\t50\t30\t0.600000");
    assertThat(file("source-overlaps.tsv")).containsExactly("texts.tsv\ttexts.tsv\t45\t0.900000");
    assertThat(metadata.count(ClusterCounters.REMOVED_BY)).isEqualTo(30);
    assertThat(metadata.count(ClusterCounters.REMOVED_BY_LINK)).isZero();
    // One source, of which something is left: nothing to say.
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("loses most", "warning");
    assertThat(Pipelines.names(folder.resolve("clusters")))
        .contains("columns", "part-r-00000", "part-r-00001", "part-r-00002")
        .noneMatch(
            name ->
                name.matches(
                    "_?(removed-by|sources|cluster-sources|chains|least-similar-(removals|chain))-.*"));
    assertThat(metadata.text(Fact.LEAST_SIMILARITY)).isEqualTo("0.931507");
    assertThat(file("_least-similar.tsv"))
        .hasSize(30)
        .startsWith(
            file("removed-by.tsv").stream()
                .filter(line -> line.contains("\t0.931507\t"))
                .toArray(String[]::new));
    assertThat(ClusterStage.leastSimilar(new Configuration(), path(folder.resolve("clusters"))))
        .hasSize(30)
        .first()
        .returns(35L, Removal::column)
        .returns(Removal.NONE, Removal::linkColumn);
  }

  @Test
  void whatTheDocumentsDoNotHaveIsRefusedBeforeAnythingIsWritten() {
    assertThatThrownBy(() -> run(pairs(), "neardup.cluster.source-field=site"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "neardup.cluster.source-field=site: documents of the format tsv have no fields with"
                + " names");
    assertRefused(
        () ->
            run(pairs(), "neardup.cluster.keep=priority", "neardup.cluster.priority-field=weight"),
        "neardup.cluster.priority-field=weight");
    assertThat(folder.resolve("clusters")).doesNotExist();
  }

  @Test
  void fieldsThatNoDocumentHasAreRefused() throws IOException {
    String text = "the same text in two records and not in the third one";
    Path input =
        Files.writeString(
            folder.resolve("records.jsonl"),
            String.format(
                """
                {"id":"a","text":"%s","score":1,"name":"one"}
                {"id":"b","text":"%s","score":"2.5","name":null}
                {"id":"c","text":"something else","Score":3,"name":"three"}
                """,
                text, text));
    for (String linking : List.of("components", "direct")) {
      for (String field : List.of("scoer", "name")) {
        Path wrong = folder.resolve(linking + field);
        assertThatThrownBy(
                () ->
                    runPipeline(
                        input,
                        wrong,
                        "neardup.cluster.linking=" + linking,
                        "neardup.cluster.keep=priority",
                        "neardup.cluster.priority-field=" + field))
            .isInstanceOf(UsageException.class)
            .hasMessage(
                field.equals("name")
                    ? "neardup.cluster.priority-field=name: in the first records, this field is"
                        + " neither a number nor a date; the fields there: id, text, score, name, Score"
                    : "neardup.cluster.priority-field=scoer: none of 3 documents has a number or"
                        + " a date in that field; name another one and ingest again");
        assertThat(wrong.resolve("5-clusters")).doesNotExist();
      }
    }
    Path output = folder.resolve("output");
    runPipeline(
        input,
        output,
        "neardup.cluster.keep=priority",
        "neardup.cluster.priority-field=score",
        "neardup.cluster.source-field=name");
    Path corpus = output.resolve("corpus");
    Path pairs = output.resolve(Stage.VERIFY.folder());
    assertRefused(
        () -> run(corpus, pairs, "neardup.cluster.source-field=nmae"),
        "was ingested without the field nmae");

    run(
        corpus,
        pairs,
        "neardup.cluster.keep=priority",
        "neardup.cluster.priority-field=score",
        "neardup.cluster.source-field=name");
    assertThat(lines()).containsExactly("a\ta\tremoved", "a\tb\tkept");
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains(
            "2 of 3 documents have a number or a date in neardup.cluster.priority-field=score\n")
        .contains("2 of 3 documents have a value in neardup.cluster.source-field=name\n")
        .contains("cluster: 1 cluster of 2 documents, 1 to be removed, the largest cluster of 2  (")
        .contains("warning: nothing is left of source one (1 document)\n");
  }

  @Test
  void onlyVerifiedPairsAreTaken() {
    assertRefused(
        () -> run(shared.resolve("output/3-candidates")),
        "is the output of candidate-list, not of verify");
  }

  @Test
  void lostPairsAreFound() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("pairs"));
    forge(copy, "_neardup.json", "_SUCCESS", "part-r-00000", "part-r-00001");
    Files.copy(pairs().resolve("_files.tsv"), copy.resolve("_files.tsv"), REPLACE_EXISTING);
    assertRefused(() -> run(copy), "-r-00000 is missing: ");
    // Whoever forges the list of files, too, is found by the counts.
    forge(copy);
    assertRefused(() -> run(copy), "lacks its files columns-");
    forge(copy, "columns-r-00000");
    assertRefused(() -> run(copy), "lacks its files forest-…; run verify again");
    forge(copy, "forest-r-00000");
    assertFails(() -> run(copy), "edges of forests written and read");
    forge(copy, "forest-r-00001");
    // Text 3 has four copies, so that their columns are in other pairs, too.
    List<String> lines = new ArrayList<>(Files.readAllLines(copy.resolve("columns-r-00000")));
    lines.remove(
        lines.stream().filter(line -> line.startsWith("3\t")).reduce((a, b) -> b).orElseThrow());
    Files.write(copy.resolve("columns-r-00000"), lines);
    forge(copy, "columns-r-00001");
    assertFails(
        () -> run(copy, "neardup.cluster.linking=components"),
        "pairs kept by stage 4 and pairs decided on");
    assertFails(() -> run(copy), "pairs kept by stage 4 and pairs linked or not contained");
    assertThat(folder.resolve("clusters")).doesNotExist();
  }

  /** Adds files of pairs to a copy, and makes its list of files that of those that are there. */
  private static void forge(Path copy, String... names) throws IOException {
    for (String name : names) {
      Files.copy(pairs().resolve(name), copy.resolve(name));
    }
    List<String> there = new ArrayList<>();
    for (String line : Files.readAllLines(pairs().resolve("_files.tsv"))) {
      String[] fields = line.split("\t", -1);
      Path file = copy.resolve(fields[0]);
      if (Files.exists(file)) {
        there.add(fields[0] + "\t" + Files.size(file) + "\t" + fields[2]);
      }
    }
    Files.write(copy.resolve("_files.tsv"), there);
  }
}
