package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.HadoopSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceLabelsTest {

  private static String name(boolean sets, DocumentWritable document, String... settings) {
    return new SourceLabels(HadoopSettings.of(Mr.conf(settings)), sets).name(document);
  }

  /** A document that is a file has the file's name as its id. */
  private static DocumentWritable whole(String file) {
    DocumentWritable document = Documents.of(file);
    byte[] id = file.getBytes(StandardCharsets.UTF_8);
    document.set(id, id.length, id, 0, 0);
    return document;
  }

  @Test
  void aSourceIsTheTopFolderOrTheFileThere() {
    assertThat(name(false, Documents.of("site/a/b.tsv"))).isEqualTo("site");
    assertThat(name(false, Documents.of("site.tsv"))).isEqualTo("site.tsv");
    assertThat(name(false, Documents.of("a\tb\nc/x"))).isEqualTo("a\tb\nc");
    assertThat(name(false, whole("site/page.txt"))).isEqualTo("site");
    assertThat(name(false, whole("page.txt"))).isEqualTo("-");
    assertThat(name(true, Documents.of("documents-r-00003"))).isEqualTo("-");
  }

  @Test
  void aFieldNamesTheSourceIfItIsAskedFor() {
    Map<String, String> names = new HashMap<>();
    names.put("example.org", "example.org");
    names.put(null, "-");
    names.put("", "-");
    names.put("x\ty\r\nz", "x\ty\r\nz");
    names.put("x".repeat(5000), "x".repeat(1000));
    names.put("x".repeat(999) + "😀", "x".repeat(999));
    names.forEach(
        (field, name) ->
            assertThat(name(false, Documents.of("a/b", field), "neardup.cluster.source-field=site"))
                .isEqualTo(name));
  }
}
