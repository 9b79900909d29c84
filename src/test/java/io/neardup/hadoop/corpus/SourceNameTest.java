package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.job.StageFolder;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNameTest {

  @ParameterizedTest
  @CsvSource({
    "/data/a/p.tsv, data/a/p.tsv",
    "monday//data/p.tsv, monday/data/p.tsv",
    "../../p.tsv, %2E./%2E./p.tsv",
    "a/../p.tsv, a/%2E./p.tsv",
    "./a/./p.tsv, a/p.tsv",
    "a/p.tsv/, a/p.tsv",
    "_x, %5Fx",
    ".x, %2Ex",
    "a/_logs/.b.tsv, a/%5Flogs/%2Eb.tsv",
    "file:/a:b/c, file%3A/a%3Ab/c",
    "/, %2F",
    "'', %2F",
    "'a\tb\nc', a%09b%0Ac"
  })
  void aNameBecomesARelativePathThatHadoopShows(String name, String safe) {
    assertThat(SourceName.safe(name)).isEqualTo(safe);
    assertThat(SourceName.safe(safe)).isEqualTo(safe);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a.tsv", "a/b_c.d/e.jsonl.gz", "100%.tsv", "[a]{b}*?.tsv", "日本/é x,y;z", "%5Fx"})
  void aSafeNameStays(String name) {
    assertThat(SourceName.safe(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "../x",
        "a/../../../x",
        "..",
        "/",
        "",
        "file:///x",
        "//host/x",
        "~"
      })
  void whateverTheNameItsPathIsBelowTheFolder(String name) {
    Path folder = new Path("hdfs://nn/out/kept");
    Path path = SourceName.below(folder, name);
    assertThat(StageFolder.isWithin(path, folder)).isTrue();
    assertThat(path).isNotEqualTo(folder);
    assertThat(path.toUri().normalize().getPath()).startsWith("/out/kept/");
  }

  @Test
  void partsGoBeforeTheEnding() {
    assertThat(SourceName.part("a.b/c.tsv", 3)).isEqualTo("a.b/c-00003.tsv");
    assertThat(SourceName.part("a.b/c", 3)).isEqualTo("a.b/c-00003");
  }
}
