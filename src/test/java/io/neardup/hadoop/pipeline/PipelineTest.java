package io.neardup.hadoop.pipeline;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage2bandbucket.BandBucketCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.lsh.BandingScheme;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PipelineTest {

  private static final String CONTAINMENT = "neardup.candidate.measure=containment";

  @TempDir private Path folder;

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private Path input;
  private Path output;
  private Pipeline.SchemeChoice choice;

  @BeforeEach
  void writeDocuments() throws IOException {
    input = folder.resolve("pages.tsv");
    output = folder.resolve("output");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      lines.add("page " + i + "\tthis is what page " + i / 3 + " says about " + i / 3 * 37);
    }
    Files.write(input, lines);
  }

  private Map<Stage, StageMetadata> run(Existing existing, String... settings) throws IOException {
    return run(List.of(input), existing, settings);
  }

  private Map<Stage, StageMetadata> run(List<Path> inputs, Existing existing, String... settings)
      throws IOException {
    Pipeline pipeline =
        new Pipeline(
            Pipelines.conf(settings),
            new PrintStream(progress, true, StandardCharsets.UTF_8),
            inputs.stream().map(Ingests::path).toList(),
            Ingests.path(output));
    if (choice != null) {
      pipeline.choosing(choice);
    }
    Pipeline.Finished run = pipeline.run(existing);
    run.print(new PrintStream(progress, true, StandardCharsets.UTF_8));
    return run.stages();
  }

  private AbstractThrowableAssert<?, ?> assertRefused(Existing existing, String... settings) {
    return assertRefused(List.of(input), existing, settings);
  }

  private AbstractThrowableAssert<?, ?> assertRefused(
      List<Path> inputs, Existing existing, String... settings) {
    return assertThatThrownBy(() -> run(inputs, existing, settings))
        .isInstanceOf(UsageException.class);
  }

  private String said() {
    return progress.toString(StandardCharsets.UTF_8);
  }

  private byte[] parts(Stage stage) throws IOException {
    return Pipelines.parts(output.resolve(stage.folder()));
  }

  @Test
  void progressNamesEveryStageAndTheSummaryCountsWhatNineJobsDid() throws IOException {
    Map<Stage, StageMetadata> stages = new EnumMap<>(run(Existing.REFUSE));

    StageFolder batch =
        new StageFolder(new Configuration(), Ingests.path(output.resolve("corpus/batches/00000")));
    stages.put(Stage.INGEST, batch.require(Stage.INGEST));
    assertThat(
            stages.values().stream()
                .mapToLong(stage -> stage.work().getOrDefault("JOBS", 0L))
                .sum())
        .isEqualTo(9);
    // Tasks of one process cannot tell who has read what.
    assertThat(stages.values())
        .flatExtracting(stage -> stage.work().keySet())
        .noneMatch(name -> name.matches("FILE_BYTES_.*"));
    assertThat(said())
        .contains("[1/7] ingest: 60 documents, 0 records set aside")
        .contains("[2/7] shingle-sort: 60 signatures of 100 slots from ")
        .contains("[3/7] band-bucket: ")
        .contains("[4/7] candidate-list: ")
        .contains("[5/7] verify: ")
        .contains("[6/7] cluster: 20 clusters of 60 documents, 40 to be removed")
        .containsPattern("pairs kept +60 +of similarity 0\\.8 or more")
        .contains("1.000000  page 0  page 1")
        .containsPattern("clusters +20\n +in clusters +60 +documents\n +to be removed +40 ")
        .containsPattern("largest cluster +3 +documents\n")
        .contains("[7/7] dedup: 20 documents kept, 40 removed, 0 records set aside, in 2 files")
        .contains("results: file:" + output.resolve("4-pairs"))
        .contains("results: file:" + output.resolve("5-clusters"));
  }

  @Test
  void theSummaryNamesWhereRecordsSetAsideAreListed() throws IOException {
    Files.writeString(input, Files.readString(input) + "page 0\tagain\npage 1\tagain\nno tab\n");
    run(Existing.REFUSE);

    String batch = "see file:" + output.resolve("corpus/batches/00000");
    assertThat(said())
        .containsPattern("set aside +1 +NO_ID 1; \\Q" + batch + "/skipped.tsv\\E\n")
        .containsPattern("repeated ids +2 +\\Q" + batch + "/repeated-ids.tsv\\E\n");
    assertThat(output.resolve("corpus/batches/00000/skipped.tsv")).isNotEmptyFile();
  }

  /** By Jaccard, the excerpt would come last. */
  @Test
  void theMostSimilarPairsAreThoseByTheMeasure() throws IOException {
    String text = random(1, 40);
    Files.write(
        input,
        List.of(
            "near\t" + random(2, 40) + " left",
            "nearer\t" + random(2, 40) + " right",
            "larger\t" + random(3, 200) + text,
            "excerpt\t" + text));
    run(Existing.REFUSE, CONTAINMENT);

    assertThat(said())
        .containsPattern("  1\\.000000  larger  excerpt\n  0\\.9\\d+  near  nearer\n");
  }

  /** Most of equal documents make a pair with the first of them only, and go with that. */
  @Test
  void ofCopiesInsideALargerTextOnlyThatIsKept() throws IOException {
    String text = random(1, 40);
    List<String> lines = new ArrayList<>(Collections.nCopies(200, "copy\t" + text));
    lines.add(70, "larger\t" + random(2, 200) + text + " " + random(3, 200));
    Files.write(input, lines);
    Map<Stage, StageMetadata> stages =
        run(Existing.REFUSE, CONTAINMENT, "neardup.candidate.max-twins=20");

    assertThat(stages.get(Stage.BAND_BUCKET).count(BandBucketCounters.TWIN_GROUPS_COLLAPSED))
        .isOne();
    assertThat(Pipelines.lines(output.resolve("6-dedup/kept"), ""))
        .singleElement(as(STRING))
        .startsWith("larger");
  }

  /** The shared passage is most of each document; without it they have nothing in common. */
  @Test
  void aSearchForContainmentLeavesOutWhatATenthOfManyDocumentsHave() throws IOException {
    String passage = random(-1, 40);
    List<String> lines = new ArrayList<>();
    for (int document = 0; document < 10_000; document++) {
      String own = random(document, 6);
      lines.add(document + "\t" + (document % 5 == 0 ? passage + " " + own : own));
    }
    Files.write(input, lines);
    Map<Stage, StageMetadata> stages = run(Existing.REFUSE, CONTAINMENT);

    assertThat(said())
        .contains("passages that more than 10 % of the documents have are left out;")
        .contains("neardup.shingle.max-document-share=1 uses all");
    assertThat(stages.get(Stage.CANDIDATE_LIST).count(CandidateListCounters.CANDIDATES)).isZero();
    progress.reset();
    run(Existing.RENEW, CONTAINMENT);
    assertThat(said()).contains("[2/7] shingle-sort: already complete");
  }

  private static String random(long seed, int words) {
    return new Random(seed)
        .longs(words, 0, 1L << 40)
        .mapToObj(word -> Long.toString(word, Character.MAX_RADIX))
        .collect(Collectors.joining(" "));
  }

  @Test
  void oneIsSingular() throws IOException {
    Files.write(input, List.of("a\tsome text here", "b\tsome text here"));
    run(Existing.REFUSE);

    assertThat(said())
        .contains("[4/7] candidate-list: 1 candidate pair in 1 list ")
        .contains("[5/7] verify: 1 pair of similarity 0.8 or more, of 1 compared ")
        .containsPattern("documents +2 +in 1 file of 34 bytes\n")
        .containsPattern("to be removed +1 +document, each similar to one that is kept\n")
        .containsPattern("kept +1 +document\n")
        .containsPattern("removed +1 +document\n")
        .doesNotContainPattern("\\b1 +[a-z]+s\\b");
  }

  /** Three sites: a, b of which all is copied from a, and c of which half is. */
  private Path writeSites() throws IOException {
    Path sites = folder.resolve("sites");
    for (String site : List.of("a", "b", "c")) {
      Files.createDirectories(sites.resolve(site));
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        String of = site.equals("c") && i >= 5 ? "c" : "a";
        lines.add(
            site + i + "\tthis is what page " + i * 7919 + " of " + of.repeat(20) + " has to say");
      }
      Files.write(sites.resolve(site).resolve("pages.tsv"), lines);
    }
    return sites;
  }

  @Test
  void sourcesOfWhichLittleIsLeftAreTold() throws IOException {
    Path sites = writeSites();
    Map<Stage, StageMetadata> stages =
        run(List.of(sites), Existing.REFUSE, "neardup.similarity.threshold=0.9");

    assertThat(output.resolve("5-clusters/sources.tsv"))
        .hasContent("a\t10\t0\t0.000000\nb\t10\t10\t1.000000\nc\t10\t5\t0.500000\n");
    assertThat(stages.get(Stage.CLUSTER).count(ClusterCounters.SOURCES_WIPED_OUT)).isEqualTo(1);
    assertThat(said())
        .contains("[6/7] cluster: warning: nothing is left of source b (10 documents)\n")
        .contains("[6/7] cluster: loses most: c, 50.0% (5 of 10 documents)\n")
        .doesNotContain("loses most: a", "loses most: b", "and others")
        .containsPattern("wiped out +1 +source of which nothing is left\n")
        .contains("  sources that lose most\n  b, 100.0% (10 of 10 documents)\n")
        .contains("  clusters by size\n")
        .containsPattern("\n  2 +5  of 10 documents\n  3 to 4 +5  of 15 documents\n");
  }

  @Test
  void pairsThatLargeBucketsSkipAreAtMostThePairsThereAre() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      lines.add(
          "page " + i + "\t" + "every page is made from one template, ".repeat(20) + i * 7919);
    }
    Files.write(input, lines);

    run(Existing.REFUSE, "neardup.bucket.max-columns=10");

    Matcher row =
        Pattern.compile(
                "large buckets +[0-9]+ +.*at most ([0-9,]+) of 1,770 pairs of documents not"
                    + " compared")
            .matcher(said());
    assertThat(row.find()).as(said()).isTrue();
    assertThat(Long.parseLong(row.group(1).replace(",", ""))).isBetween(1L, 1_770L);
    assertThat(said())
        .contains("[3/7] band-bucket: warning: ", "buckets have more than 10 columns")
        .contains("To compare all pairs, raise neardup.bucket.max-columns");
  }

  @Test
  void resumeGoesOnAfterTheLastCompleteStage() throws IOException {
    run(Existing.REFUSE);
    Map<Stage, byte[]> whole = new EnumMap<>(Stage.class);
    for (Stage stage : Stage.values()) {
      whole.put(stage, parts(stage));
    }
    // As if stage 3 had been killed: no mark, and half of a part file.
    Path candidates = output.resolve(Stage.CANDIDATE_LIST.folder());
    Files.delete(candidates.resolve("_SUCCESS"));
    Files.write(candidates.resolve("part-r-00000"), new byte[] {'0', '\t'});
    FileUtil.fullyDelete(output.resolve(Stage.VERIFY.folder()).toFile());
    FileUtil.fullyDelete(output.resolve(Stage.CLUSTER.folder()).toFile());
    FileUtil.fullyDelete(output.resolve(Stage.DEDUP.folder()).toFile());
    Path aside = Files.createDirectories(candidates.resolve("_work/of-a-killed-run"));
    long signaturesMade =
        Files.getLastModifiedTime(output.resolve("1-signatures/_SUCCESS")).toMillis();
    progress.reset();

    run(Existing.RESUME);

    assertThat(said())
        .contains("[1/7] ingest: already complete")
        .contains("[3/7] band-bucket: already complete")
        .doesNotContain("candidate-list: complete")
        .doesNotContain("verify: complete");
    assertThat(Files.getLastModifiedTime(output.resolve("1-signatures/_SUCCESS")).toMillis())
        .isEqualTo(signaturesMade);
    for (Stage stage : Stage.values()) {
      assertThat(parts(stage)).as(stage.verb()).isEqualTo(whole.get(stage));
    }
    assertThat(aside).doesNotExist();
  }

  /** The mark is written first; of a run that was cut off then, it may be empty. */
  @ParameterizedTest
  @EnumSource(names = {"RESUME", "RENEW"})
  void resumeBeginsAnewInAnOutputThatHoldsNothing(Existing existing) throws IOException {
    Files.createFile(Files.createDirectories(output).resolve("_owner.json"));
    assertThat(run(existing).keySet()).containsExactly(Stage.values());
    assertThat(said())
        .startsWith("file:" + output + " is empty: all stages are run\n")
        .doesNotContain("already complete");
    run(Existing.RESUME);
    assertThat(said()).contains("[7/7] dedup: already complete");
  }

  @Test
  void chosenBandsAndRowsAreThoseOfTheRunAndOfOneThatResumesIt() throws IOException {
    choice =
        (context, corpus) -> {
          assertThat(Corpus.open(context, corpus).columns()).isEqualTo(60);
          return new BandingScheme(7, 3);
        };
    assertRefused(Existing.REFUSE, "neardup.banding.rows=4")
        .hasMessage("neardup.banding.rows is set; leave it out to let --tune choose it");
    run(Existing.REFUSE);
    assertThat(said()).contains("60 signatures of 21 slots");
    byte[] pairs = parts(Stage.VERIFY);
    Files.delete(output.resolve("2-buckets/_SUCCESS"));
    choice = null;
    progress.reset();

    Map<Stage, StageMetadata> resumed = run(Existing.RESUME);

    assertThat(said()).contains("[2/7] shingle-sort: already complete");
    assertThat(resumed.get(Stage.VERIFY).deciding())
        .containsEntry("neardup.banding.bands", "7")
        .containsEntry("neardup.banding.rows", "3");
    assertThat(parts(Stage.VERIFY)).isEqualTo(pairs);
  }

  @Test
  void resumeRefusesAnotherConfigurationAndNamesTheKeys() throws IOException {
    run(Existing.REFUSE, "neardup.shingle.size=5");

    assertRefused(Existing.RESUME, "neardup.shingle.size=6", "neardup.banding.rows=4")
        .hasMessageContaining("neardup.shingle.size: made with 5, now set to 6")
        .hasMessageContaining("neardup.banding.rows: made with 5, now set to 4");
    // A key that is left out is what it was before.
    assertThat(run(Existing.RESUME).get(Stage.SHINGLE_SORT).deciding())
        .containsEntry("neardup.shingle.size", "5");
    assertThat(said()).contains("neardup.shingle.size=5, as in file:" + output + "\n");
    Path other = Files.copy(input, folder.resolve("other.tsv"));
    assertRefused(List.of(other), Existing.RESUME, "neardup.shingle.size=5")
        .hasMessageContaining("pages.tsv")
        .hasMessageContaining("other.tsv");
  }

  @Test
  void resumeWithOverwriteKeepsTheStagesThatStayTheSame() throws IOException {
    String changed = "neardup.verify=signature";
    run(Existing.REFUSE, changed);
    byte[] wanted = parts(Stage.VERIFY);
    run(Existing.OVERWRITE);
    assertThat(parts(Stage.VERIFY)).isNotEqualTo(wanted);
    // Another name of the file shows whether it is written in place.
    Path mark = Files.createLink(folder.resolve("mark"), output.resolve("_pipeline.json"));
    String before = Files.readString(mark);
    assertRefused(Existing.RESUME, changed)
        .hasMessageContaining("--resume --overwrite makes this stage and those after it again");
    progress.reset();

    run(Existing.RENEW, changed);

    assertThat(said())
        .contains("[4/7] candidate-list: already complete")
        .contains("[5/7] verify: is made again: ")
        .contains("neardup.verify: made with exact, now set to signature");
    assertThat(parts(Stage.VERIFY)).isEqualTo(wanted);
    assertThat(mark).hasContent(before);
    assertThat(output.resolve("_pipeline.json")).content().contains("signature");
    run(Existing.RESUME); // with the new key
    run(Existing.RENEW, "neardup.shingle.size=6", "neardup.verify=none");
    assertThat(said()).contains("[2/4] shingle-sort: is made again: ");
    assertThat(output.resolve("4-pairs")).doesNotExist(); // of the earlier signatures
    Files.writeString(input, "page 60\tone more\n", java.nio.file.StandardOpenOption.APPEND);
    assertThat(run(Existing.RENEW).get(Stage.INGEST).columns()).isEqualTo(61);
  }

  /** A key that is left out has its default then, not the value of the run before. */
  @Test
  void resumeWithOverwriteHasTheKeysOfThisRunAlone() throws IOException {
    run(Existing.REFUSE);
    byte[] wanted = parts(Stage.CLUSTER);
    run(
        Existing.RENEW,
        "neardup.cluster.keep=last",
        "neardup.report=false",
        "neardup.document.split-bytes=100");
    assertThat(parts(Stage.CLUSTER)).isNotEqualTo(wanted);
    progress.reset();

    run(Existing.RENEW);

    assertThat(said())
        .contains("[5/7] verify: already complete")
        .contains("neardup.cluster.keep: made with last, now set to first")
        .doesNotContain(", as in ");
    assertThat(parts(Stage.CLUSTER)).isEqualTo(wanted);
  }

  @Test
  void sourcesThatHaveGoneAreMissedByDedupAlone() throws IOException {
    run(Existing.REFUSE, "neardup.verify=none");
    Files.delete(input);

    assertThatThrownBy(() -> run(Existing.RESUME, "neardup.verify=exact"))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContainingAll("pages.tsv", "has been deleted since it was ingested");
    assertThat(output.resolve("5-clusters/_SUCCESS")).exists();
    assertThat(output.resolve("6-dedup")).doesNotExist();
  }

  @Test
  void severalInputsAndManySmallFilesAreCombined() throws IOException {
    List<Path> inputs = new ArrayList<>();
    for (String name : List.of("first", "second")) {
      Path documents = Files.createDirectories(folder.resolve(name));
      for (int i = 0; i < 300; i++) {
        Files.writeString(
            documents.resolve(String.format("%03d.txt", i)), "document " + i * 7919 + " of both");
      }
      inputs.add(documents);
    }

    Map<Stage, StageMetadata> stages = run(inputs, Existing.REFUSE);

    assertThat(said()).contains("format files: ");
    assertThat(stages.get(Stage.INGEST).columns()).isEqualTo(600);
    String pairs = new String(parts(Stage.VERIFY), StandardCharsets.UTF_8);
    assertThat(pairs).contains("first/000.txt\tsecond/000.txt\t1.000000\t1.000000\t");
    assertThat(said()).contains("600 documents, 0 records set aside");
  }
}
