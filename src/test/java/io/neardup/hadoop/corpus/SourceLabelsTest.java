package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.HadoopSettings;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SourceLabelsTest {

  private static SourceLabels names(boolean sets, String... settings) {
    return new SourceLabels(HadoopSettings.of(Mr.conf(settings)), sets);
  }

  private static DocumentWritable of(String file, String... fields) {
    return Documents.of(file, fields);
  }

  /** A document that is a file has the file's name as its id. */
  private static DocumentWritable whole(String file) {
    DocumentWritable document = of(file);
    byte[] id = file.getBytes(StandardCharsets.UTF_8);
    document.set(id, id.length, id, 0, 0);
    return document;
  }

  @Test
  void aSourceIsTheTopFolderOrTheFileThere() {
    SourceLabels names = names(false);
    assertThat(names.name(of("site/a/b.tsv"))).isEqualTo("site");
    assertThat(names.name(of("site/a/c.tsv"))).isEqualTo("site");
    assertThat(names.name(of("site.tsv"))).isEqualTo("site.tsv");
    assertThat(names.name(of("a\tb\nc/x"))).isEqualTo("a\tb\nc");
  }

  @Test
  void whereEveryDocumentIsAFileOnlyFoldersAreSources() {
    SourceLabels names = names(false);
    assertThat(names.name(whole("site/page.txt"))).isEqualTo("site");
    assertThat(names.name(whole("page.txt"))).isEqualTo("-");
  }

  @Test
  void setsHaveNone() {
    assertThat(names(true).name(of("documents-r-00003"))).isEqualTo("-");
  }

  @Test
  void aFieldNamesTheSourceIfItIsAskedFor() {
    SourceLabels names = names(false, "neardup.cluster.source-field=site");
    assertThat(names.name(of("a/b", "example.org"))).isEqualTo("example.org");
    assertThat(names.name(of("a/b", (String) null))).isEqualTo("-");
    assertThat(names.name(of("a/b"))).isEqualTo("-");
    assertThat(names.name(of("a/b", ""))).isEqualTo("-");
    assertThat(names.name(of("a/b", "x\ty\r\nz"))).isEqualTo("x\ty\r\nz");
    assertThat(names.name(of("a/b", "x".repeat(5000)))).isEqualTo("x".repeat(1000));
    assertThat(names.name(of("a/b", "x".repeat(999) + "😀"))).isEqualTo("x".repeat(999));
  }
}
