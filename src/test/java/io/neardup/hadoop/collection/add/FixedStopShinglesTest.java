package io.neardup.hadoop.collection.add;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.gate.Gates;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.generation.Generations;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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
    Configuration conf = Mr.conf(options);
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    EmbeddedDefaults.apply(conf);
    return Addition.run(
            conf,
            new PrintStream(new ByteArrayOutputStream(), false, UTF_8),
            List.of(new org.apache.hadoop.fs.Path(input.toUri())),
            collection(),
            batch,
            Gates.of(List.of(), AdditionFigures.names()))
        .figures();
  }

  private org.apache.hadoop.fs.Path collection() {
    return new org.apache.hadoop.fs.Path(folder.resolve("collection").toUri());
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
    assertThat(newest().countsOfShingles()).containsValue(1L); // stop shingle
    String kept =
        CollectionSettings.of(collection(), newest().generation()).get("neardup.shingle.stop-list");
    assertThat(kept).contains("/collection/work/");
    assertThat(Path.of(kept.replaceFirst("file:/*", "/"))).hasSameBinaryContentAs(same);
    assertThat(newest().generation().files()).anyMatch(file -> kept.endsWith("/" + file.file()));
    Path other = Files.writeString(folder.resolve("other"), "00000000000000bb\t3\n");
    assertThatThrownBy(() -> add("four", LIST + other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("content of neardup.shingle.stop-list: made with ");
    assertThatThrownBy(() -> add("five", "neardup.shingle.max-document-share=0.5"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neardup.shingle.max-document-share: made with 1.0, now set to 0.5");
    assertThat(newest().generation().number()).isEqualTo(3);
  }

  @Test
  void aCollectionWithoutAListTakesNone() throws IOException {
    add("one");
    Path given = Files.writeString(folder.resolve("given"), "00000000000000aa\t3\n");
    assertThatThrownBy(() -> add("two", LIST + given))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neardup.shingle.stop-list: made with , now set to ");
  }

  @Test
  void fewDocumentsMakeNoList() throws IOException {
    assertThatThrownBy(() -> add("one", "neardup.shingle.max-document-share=0.5"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("at least 10,000 documents, but it has 2; or name a list in")
        .hasMessageContaining("neardup.shingle.stop-list");
    assertThat(Generations.of(new Configuration(), collection()).newest()).isEmpty();
  }
}
