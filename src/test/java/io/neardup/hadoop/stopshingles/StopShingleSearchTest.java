package io.neardup.hadoop.stopshingles;

import static io.neardup.hadoop.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.pipeline.SummaryFigures.StopShingleFigures;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.lsh.HashShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopShingleSearchTest {

  private static final int DOCUMENTS = 200;
  private static final String WORDS = "neardup.shingle.unit=word";
  private static final String SHARE = "neardup.shingle.max-document-share=0.25";

  @TempDir private Path folder;

  private final List<String> texts = new ArrayList<>();

  private static final String MENU =
      "home about us contact news shop help jobs press blog site map";
  private static final String LEGAL = "all rights reserved by us and by all who wrote it for us";

  /**
   * Words, between passages that are in most documents; document 7 has only these. Three words that
   * are in half of the documents are no passage.
   */
  private Path writeDocuments() throws IOException {
    Random random = new Random(5);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      StringBuilder text = new StringBuilder(MENU);
      for (int word = 0; word < 30 && i != 7; word++) {
        text.append(" w").append(random.nextInt(4000));
      }
      if (i != 7 && random.nextInt(2) == 0) {
        text.append(" in the end w").append(random.nextInt(4000));
      }
      if (i != 7 && random.nextInt(3) > 0) {
        text.append(' ').append(LEGAL);
      }
      texts.add(text.toString());
      lines.append(i).append('\t').append(text).append('\n');
    }
    return Files.writeString(folder.resolve("pages.tsv"), lines);
  }

  private StopShingleFigures run(Path input, String output, String... options) throws IOException {
    return Pipelines.run(input, folder.resolve(output), options).figures().stopShingles();
  }

  /** Ingests and searches, without the stages that follow. */
  private void search(Path input, String output, String... options) throws IOException {
    Path corpus = folder.resolve(output).resolve("corpus");
    Ingests.ingest(input, corpus, null, options);
    StopShingleSearch.run(
        Ingests.context(options),
        Ingests.path(corpus),
        Ingests.path(folder.resolve(output).resolve("stop-shingles")));
  }

  private Path list(String output) {
    return folder.resolve(output).resolve("stop-shingles/stop-shingles.tsv");
  }

  /** Returns the list as its definition has it. */
  private List<String> expected() {
    Map<Long, Integer> counts = new TreeMap<>(Long::compareUnsigned);
    for (String text : texts) {
      String[] words = text.split(" ", -1);
      HashSet<String> shingles = new HashSet<>();
      for (int i = 0; i + 3 <= words.length; i++) {
        shingles.add(String.join(" ", Arrays.copyOfRange(words, i, i + 3)));
      }
      shingles.forEach(
          shingle ->
              counts.merge(
                  Hashing.xxh3_64().hashBytesToLong(shingle.getBytes(UTF_8)), 1, Integer::sum));
    }
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 0.25 * DOCUMENTS)
        .map(count -> String.format("%016x\t%d", count.getKey(), count.getValue()))
        .toList();
  }

  @Test
  void theListHasWhatTooManyDocumentsHaveWhateverTheTasks() throws IOException {
    Path input = writeDocuments();

    StopShingleFigures figures = run(input, "one", WORDS, SHARE);
    search(
        input,
        "many",
        WORDS,
        SHARE,
        "mapreduce.job.reduces=5",
        "neardup.ingest.range-bytes=1000",
        "neardup.document.split-bytes=2000");

    assertThat(Files.readAllLines(list("one"))).isEqualTo(expected()).hasSize(22);
    assertThat(list("many")).hasSameBinaryContentAs(list("one"));
    assertThat(figures.count()).isEqualTo(22);
    assertThat(figures.documents().count()).isEqualTo(1);
    long left = 0;
    for (String text : texts) {
      left += (text.contains(MENU) ? 10 : 0) + (text.contains(LEGAL) ? 11 : 0);
    }
    assertThat(figures.occurrences().count()).isEqualTo(left);
    // What they share says nothing. "in the end" stays, as it is no passage.
    assertThat(Files.readString(folder.resolve("one/4-pairs/part-r-00000"))).isEmpty();
  }

  @Test
  void aListThatIsGivenMakesTheSameResults() throws IOException {
    Path input = writeDocuments();
    run(input, "found", WORDS, SHARE);
    Path given = Files.copy(list("found"), folder.resolve("given.tsv"));

    run(input, "given", WORDS, "neardup.shingle.stop-list=" + given);

    for (Stage stage : List.of(Stage.SHINGLE_SORT, Stage.BAND_BUCKET)) {
      assertThat(folder.resolve("given").resolve(stage.folder()).resolve("part-r-00000"))
          .hasSameBinaryContentAs(
              folder.resolve("found").resolve(stage.folder()).resolve("part-r-00000"));
    }
    assertThat(folder.resolve("given/stop-shingles")).doesNotExist();
    Files.writeString(given, "00000000000000ff\t9\n");
    Pipeline again =
        new Pipeline(
            Pipelines.conf(),
            Pipelines.NOWHERE,
            List.of(Ingests.path(input)),
            Ingests.path(folder.resolve("given")));
    assertRefused(
        () -> again.run(Pipeline.Existing.RESUME), "content of neardup.shingle.stop-list");
  }

  @Test
  void resultsThatWereMovedHaveTheirList() throws IOException {
    run(writeDocuments(), "found", WORDS, SHARE);
    Files.move(folder.resolve("found"), folder.resolve("moved"));
    Path signatures = folder.resolve("moved").resolve(Stage.SHINGLE_SORT.folder());
    StageContext context = Ingests.context();
    context.inherit(Ingests.path(signatures), Stage.SHINGLE_SORT);
    assertThat(context.settings().get(Keys.STOP_LIST))
        .endsWith("moved/stop-shingles/stop-shingles.tsv");
    Files.delete(list("moved").resolveSibling(".stop-shingles.tsv.crc"));
    Files.writeString(list("moved"), "00000000000000ff\t9\n");
    assertRefused(
        () -> Ingests.context().inherit(Ingests.path(signatures), Stage.SHINGLE_SORT),
        "content of neardup.shingle.stop-list");
  }

  @Test
  void aSampleHasAboutAsManyDocumentsAsItShould() throws IOException {
    assertThat(ShingleSample.share(4096).isAll()).isTrue();
    HashShare share = ShingleSample.share(1_000_000);
    long chosen = 0;
    for (int column = 0; column < 1_000_000; column++) {
      chosen += ShingleSample.has(column, share) ? 1 : 0;
    }
    assertThat(chosen).isBetween(4096L - 4 * 64, 4096L + 4 * 64); // four standard deviations
  }

  @Test
  void ofALargeSourceTheSampleIsHalvedUntilItIsSmall() {
    long[] documents = new long[Long.SIZE + 1];
    for (int column = 0; column < 10_000; column++) {
      documents[ShingleSample.halvings(column)]++;
    }
    int halvings = SampledSourceReducer.halvings(documents);
    assertThat(SampledSourceReducer.left(documents, halvings)).isBetween(20L, 128L);
    assertThat(SampledSourceReducer.left(documents, halvings - 1)).isGreaterThan(128);
    assertThat(SampledSourceReducer.halvings(new long[] {100, 28})).isZero();
    assertThat(SampledSourceReducer.halvings(new long[] {129, 19})).isZero(); // 19 are too few
    assertThat(SampledSourceReducer.halvings(new long[] {129, 20})).isEqualTo(1);
  }

  /** Three sites with a menu each, one of them with few pages, and a text on pages of two sites. */
  @Test
  void withinSourcesTheMenuOfASiteIsFound() throws IOException {
    Random random = new Random(6);
    Path input = folder.resolve("sites");
    for (int site = 0; site < 3; site++) {
      StringBuilder pages = new StringBuilder();
      for (int page = 0; page < (site == 2 ? 19 : 200); page++) {
        StringBuilder text = new StringBuilder("site" + site + " ").append(MENU);
        if (site == 1 && page < 110) {
          text.append(" and ").append(LEGAL);
        }
        for (int word = 0; word < 30; word++) {
          text.append(" w").append(random.nextInt(4000));
        }
        pages.append(page).append('\t').append(text.toString().replace(" ", " s" + site));
        pages.append('\n');
      }
      Path folderOfSite = Files.createDirectories(input.resolve("site" + site));
      Files.writeString(folderOfSite.resolve("pages.tsv"), pages);
    }
    String options =
        WORDS
            + " neardup.shingle.max-document-share=0.5"
            + " neardup.shingle.document-share-of=source";
    StopShingleFigures figures = run(input, "one", options.split(" "));
    String divided =
        " mapreduce.job.reduces=4 neardup.ingest.range-bytes=3000"
            + " neardup.document.split-bytes=9000";
    search(input, "many", (options + divided).split(" "));
    assertThat(list("many")).hasSameBinaryContentAs(list("one"));
    // The menus of the two sites with 20 pages or more; of a sample of LEGAL, about a half.
    assertThat(figures.count()).isBetween(22L, 22L + 14);
    search(input, "corpus", WORDS, "neardup.shingle.max-document-share=0.5");
    assertThat(Files.readString(list("corpus"))).isEmpty(); // none is in half of all pages
  }
}
