package io.neardup.hadoop.collection.add;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.gate.Gates;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collection keeps the stop shingles that it was made with. */
class FixedStopShinglesTest {

  private static final String LIST = "neardup.shingle.stop-list=";

  @TempDir private Path folder;

  private AdditionFigures add(String batch, String... options) throws IOException {
    Path input = folder.resolve(batch + ".tsv");
    Files.writeString(input, batch + "1\ta text of " + batch + "\n" + batch + "2\tanother one\n");
    return Addition.run(
            Pipelines.conf(options),
            Pipelines.NOWHERE,
            List.of(Ingests.path(input)),
            collection(),
            batch,
            Gates.of(List.of(), AdditionFigures.names()))
        .figures();
  }

  private org.apache.hadoop.fs.Path collection() {
    return Ingests.path(folder.resolve("collection"));
  }

  private CollectionIndex newest() throws IOException {
    return CollectionIndex.newest(new Configuration(), collection());
  }

  @Test
  void aListThatIsGivenBecomesPartOfTheCollection() throws IOException {
    Path given = Files.writeString(folder.resolve("given"), "00000000000000aa\t3\n");

    add("one", LIST + given);
    Path same = Files.move(given, folder.resolve("same"));
    add("two");
    add("three", LIST + same);

    assertThat(newest().generation().number()).isEqualTo(3);
    assertThat(newest().count(ShingleSortCounters.STOP_SHINGLES)).isEqualTo(1);
    String kept =
        CollectionSettings.of(collection(), newest().generation()).get("neardup.shingle.stop-list");
    assertThat(kept).contains("/collection/work/");
    assertThat(Path.of(kept.replaceFirst("file:/*", "/"))).hasSameBinaryContentAs(same);
    assertThat(newest().generation().files()).anyMatch(file -> kept.endsWith("/" + file.file()));
    Path other = Files.writeString(folder.resolve("other"), "00000000000000bb\t3\n");
    assertRefused(
        () -> add("four", LIST + other), "content of neardup.shingle.stop-list: made with ");
    assertRefused(
        () -> add("five", "neardup.shingle.max-document-share=0.5"),
        "neardup.shingle.max-document-share: made with 1.0, now set to 0.5");
    assertThat(newest().generation().number()).isEqualTo(3);
  }

  @Test
  void aCollectionWithoutAListTakesNone() throws IOException {
    add("one");
    Path given = Files.writeString(folder.resolve("given"), "00000000000000aa\t3\n");
    assertRefused(
        () -> add("two", LIST + given), "neardup.shingle.stop-list: made with , now set to ");
  }

  @Test
  void fewDocumentsMakeNoList() throws IOException {
    assertRefused(
        () -> add("one", "neardup.shingle.max-document-share=0.5"),
        "at least 10,000 documents, but it has 2; or name a list in",
        "neardup.shingle.stop-list");
    assertThat(Generations.of(new Configuration(), collection()).newest()).isEmpty();
  }
}
