package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.gate.Gates;
import io.neardup.hadoop.FiguresPage;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.pipeline.SummaryFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The {@code summary.json} of {@code add}: that it is true, described and kept. */
class AdditionSummaryTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private static Path work(Addition.Result added) {
    return Path.of(added.work().toUri().getPath());
  }

  private static JsonNode json(Addition.Result added) throws IOException {
    return JSON.readTree(work(added).resolve("summary.json").toFile());
  }

  private static FiguresPage page() throws IOException {
    return FiguresPage.between("## summary.json of add", "## against.json");
  }

  /** Returns how many lines end so; not by readers of text, which also end lines elsewhere. */
  private static long lines(String text, String ending) {
    return text.split(ending + "\n", -1).length - 1L;
  }

  private static long lines(Path file, String ending) throws IOException {
    return lines(Files.readString(file, ISO_8859_1), ending);
  }

  @Test
  @Tag("long")
  void theFiguresAreThoseOfTheFiles() throws Exception {
    RandomCollection collection =
        new RandomCollection(
            folder,
            1,
            "reducers=2 cluster.linking=direct cluster.keep=longest document.max-bytes=100"
                + " dedup.documents-without-shingles=remove");
    List<AdditionFigures> all = new ArrayList<>();
    long documents = 0;
    for (int number = 0; number < collection.batches(); number++) {
      Addition.Result added = collection.add(number);
      AdditionFigures figures = added.figures();
      all.add(figures);
      Path work = work(added);
      Path dedup = work.resolve("6-dedup");
      assertThat(JSON.treeToValue(json(added), AdditionFigures.class)).isEqualTo(figures);
      assertThat(figures.generation()).isEqualTo(collection.newest().number());
      assertThat(figures.batch()).isEqualTo("b" + number);
      assertThat(figures.input())
          .isEqualTo(
              new AdditionFigures.Input(2, FileUtil.getDU(collection.input(number).toFile())));
      long in = collection.newest().batches().get(number).columns();
      documents += in;
      long removed = lines(dedup.resolve("removed-by.tsv"), "");
      assertThat(figures.documents().in()).isEqualTo(in);
      assertThat(figures.documents().kept()).isEqualTo(in - removed);
      assertThat(figures.documents().removed().count()).isEqualTo(removed);
      assertThat(figures.documents().removed().share())
          .isEqualTo(in == 0 ? null : Double.valueOf((double) removed / in));
      long keptRecords = 0;
      for (String content : ComparedResults.tree(dedup.resolve("kept")).values()) {
        keptRecords += lines(content, "");
      }
      assertThat(figures.documents().kept() + figures.records().setAside().kept())
          .isEqualTo(keptRecords);
      long skipped = lines(dedup.resolve("skipped.tsv"), "");
      assertThat(figures.records().count()).isEqualTo(in + skipped);
      assertThat(figures.records().setAside().count()).isEqualTo(skipped);
      assertThat(figures.pairs().count())
          .isEqualTo(lines(ComparedResults.parts(work.resolve("4-pairs")), ""));
      assertThat(figures.changes())
          .isEqualTo(
              new AdditionFigures.Changes(
                  lines(work.resolve("changes/changes.tsv"), "\tremoved"),
                  lines(work.resolve("changes/changes.tsv"), "\tkept"),
                  lines(work.resolve("changes/reassigned.tsv"), "")));
      long removedOfAll =
          lines(collection.export("export-" + number).resolve("6-dedup/removed-by.tsv"), "");
      assertThat(figures.collection().documents()).isEqualTo(documents);
      assertThat(figures.collection().removed().count()).isEqualTo(removedOfAll);
      assertThat(figures.collection().kept()).isEqualTo(documents - removedOfAll);
      SummaryFigures.Seconds seconds = figures.cost().seconds();
      assertThat(seconds.total()).isGreaterThanOrEqualTo(seconds.dedup() + seconds.cluster());
      assertThat(figures.crossed()).isEmpty();
    }
    // Else nothing was tested.
    assertThat(all).anyMatch(figures -> figures.records().setAside().count() > 0);
    assertThat(all).anyMatch(figures -> figures.changes().nowRemoved() > 0);
    assertThat(all).anyMatch(figures -> figures.changes().reassigned() > 0);
    assertThat(all).anyMatch(figures -> figures.documents().removed().count() > 0);
    assertThat(all).anyMatch(figures -> figures.documents().removed().withoutShingles() > 0);
    assertThat(all).anyMatch(figures -> figures.records().setAside().kept() > 0);
  }

  @Test
  void everyPathIsDescribedWithItsTypeAndRange() throws Exception {
    RandomCollection collection = new RandomCollection(folder, 1, "reducers=2");
    collection.add(0);
    Addition.Result stopped =
        Addition.run(
            collection.ofBatch(1),
            Pipelines.NOWHERE,
            List.of(RandomCollection.hadoop(collection.input(1))),
            collection.collection(),
            "b1",
            Gates.of(List.of("documents.in > 0", "generation = 2"), AdditionFigures.names()));
    assertThat(stopped.generation()).isNull();
    page().requireDescribed(json(stopped));
  }

  @Test
  void thePathsDescribedAreTheFiguresOfConditions() throws Exception {
    assertThat(AdditionFigures.names().all())
        .containsExactlyElementsOf(page().figures())
        .contains("changes.nowRemoved", "documents.removed.share", "collection.kept");
  }
}
