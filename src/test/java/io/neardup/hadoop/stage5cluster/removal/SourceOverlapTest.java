package io.neardup.hadoop.stage5cluster.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many documents of one source have a copy in another. */
class SourceOverlapTest {

  private static final String X =
      "a text that is three times in the test, in training and on the web";
  private static final String Y = "another one, which was written twice for training, not alike";
  private static final String Z = "only here: something that nobody else has written so far";

  @TempDir private Path folder;

  private void documents(String source, String... texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      lines.append(source).append(i).append('\t').append(texts[i]).append('\n');
    }
    Files.writeString(
        Files.createDirectories(folder.resolve("in").resolve(source)).resolve("a.tsv"), lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "components"})
  void documentsAreCountedThatHaveACopyThere(String linking) throws Exception {
    documents("train", X, Y, Z, Y);
    documents("test", X, X, Y, "nothing of this is anywhere else, in no source at all");
    documents("web", X);
    documents("other", "a source of which no document is in a cluster");
    Path output = folder.resolve("out");

    Pipelines.run(folder.resolve("in"), output, "neardup.cluster.linking=" + linking);

    assertThat(output.resolve("5-clusters/source-overlaps.tsv"))
        .hasContent(
            """
            test\ttest\t2\t0.500000
            test\ttrain\t3\t0.750000
            test\tweb\t2\t0.500000
            train\ttest\t3\t0.750000
            train\ttrain\t2\t0.500000
            train\tweb\t1\t0.250000
            web\ttest\t1\t1.000000
            web\ttrain\t1\t1.000000
            """);
  }
}
