package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.HadoopSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link SourceName} and {@link SourceLabels}. */
class SourcesTest {

  @ParameterizedTest
  @CsvSource({
    "/data/a/p.tsv, data/a/p.tsv",
    "monday//data/p.tsv, monday/data/p.tsv",
    "../../p.tsv, %2E./%2E./p.tsv",
    "a/../p.tsv, a/%2E./p.tsv",
    "./a/./p.tsv, a/p.tsv",
    "a/p.tsv/, a/p.tsv",
    "a/_logs/.b.tsv, a/%5Flogs/%2Eb.tsv",
    "file:///a:b/c, file%3A/a%3Ab/c",
    "/, %2F",
    "'', %2F",
    "'a\tb\nc', a%09b%0Ac",
    "a/b_c.d/e.jsonl.gz, a/b_c.d/e.jsonl.gz",
    "100%.[a]{b}*?~, 100%.[a]{b}*?~",
    "'日本/é x,y;z', '日本/é x,y;z'",
    "%5Fx, %5Fx"
  })
  void aNameBecomesARelativePathThatHadoopShows(String name, String safe) {
    assertThat(SourceName.safe(name)).isEqualTo(safe);
    assertThat(SourceName.safe(safe)).isEqualTo(safe);
    Path folder = new Path("hdfs://nn/out/kept");
    assertThat(SourceName.below(folder, name).toUri().normalize().getPath())
        .isEqualTo("/out/kept/" + safe);
  }

  @Test
  void partsGoBeforeTheEnding() {
    assertThat(SourceName.part("a.b/c.tsv", 3)).isEqualTo("a.b/c-00003.tsv");
    assertThat(SourceName.part("a.b/c", 3)).isEqualTo("a.b/c-00003");
  }

  /** A document that is a file has the file's name as its id. */
  @ParameterizedTest
  @CsvSource({
    "false, site/a/b.tsv, id, site",
    "false, site.tsv, id, site.tsv",
    "false, 'a\tb\nc/x', id, 'a\tb\nc'",
    "false, site/page.txt, site/page.txt, site",
    "false, page.txt, page.txt, -",
    "true, documents-r-00003, id, -"
  })
  void aSourceIsTheTopFolderOrTheFileThere(boolean sets, String file, String id, String source) {
    DocumentWritable document = new DocumentWritable();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    document.set(bytes, bytes.length, bytes, 0, 0);
    document.entry.setOrigin(file, "file:/input/" + file, 0, new String[0]);
    assertThat(new SourceLabels(HadoopSettings.of(Mr.conf()), sets).name(document))
        .isEqualTo(source);
  }

  @Test
  void aFieldNamesTheSourceIfItIsAskedFor() {
    String[][] names = {
      {"example.org", "example.org"},
      {null, "-"},
      {"", "-"},
      {"x\ty\r\nz", "x\ty\r\nz"},
      {"x".repeat(5000), "x".repeat(1000)},
      {"x".repeat(999) + "😀", "x".repeat(999)}
    };
    SourceLabels labels =
        new SourceLabels(HadoopSettings.of(Mr.conf("neardup.cluster.source-field=site")), false);
    DocumentWritable document = new DocumentWritable();
    for (String[] name : names) {
      document.setFieldNames(List.of("site"));
      document.entry.setOrigin("a/b", "file:/input/a/b", 0, new String[] {name[0]});
      assertThat(labels.name(document)).isEqualTo(name[1]);
    }
  }
}
