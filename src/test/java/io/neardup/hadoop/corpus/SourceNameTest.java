package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceNameTest {

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
}
