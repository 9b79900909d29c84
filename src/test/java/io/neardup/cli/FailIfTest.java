package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --fail-if}: the exit status, what is said, and that the results stay. */
class FailIfTest {

  @TempDir private Path folder;

  private String err;

  @BeforeEach
  void pages() throws Exception {
    Files.writeString(
        folder.resolve("pages.tsv"), "a\tsome text here\nb\tsome text here\nc\tand another\n");
  }

  private int run(String options) throws Exception {
    Said said = Said.by(folder, "pipeline " + options + " D/pages.tsv D/out");
    err = said.err();
    return said.status();
  }

  @Test
  void aConditionThatDoesNotHoldChangesNothing() throws Exception {
    assertThat(
            run(
                "--fail-if documents.removed.share>0.34 --fail-if=sources.removed.share.max>=.5"
                    + " --fail-if cost.seconds.total<0"))
        .isZero();
    assertThat(err).doesNotContain("fail-if");
  }

  @Test
  void conditionsThatHoldEndARunWithStatus3AndItsResultsStay() throws Exception {
    assertThat(
            run(
                "--fail-if documents.removed.count=1 --fail-if documents.in!=3"
                    + " --fail-if=clusters.largest>=2"))
        .isEqualTo(3);
    assertThat(err)
        .endsWith(
            """
            neardup pipeline: --fail-if 'documents.removed.count=1': documents.removed.count is 1
            neardup pipeline: --fail-if 'clusters.largest>=2': clusters.largest is 2
            """);
    assertThat(folder.resolve("out/6-dedup/_SUCCESS")).exists();
    assertThat(folder.resolve("out/6-dedup/kept/pages.tsv"))
        .hasContent("a\tsome text here\nc\tand another\n");
    assertThat(folder.resolve("out/summary.json"))
        .content()
        .contains("\"removed\" : {\n      \"count\" : 1,");

    // A run that is complete is judged again, at no cost.
    assertThat(run("--resume --fail-if clusters.largest>2")).isZero();
    assertThat(run("--resume --fail-if clusters.largest>1")).isEqualTo(3);
  }

  @Test
  void aRunThatFailsIsNotJudged() throws Exception {
    Files.writeString(folder.resolve("pages.tsv"), "no tab\n");
    assertThat(run("--fail-if documents.in<1")).isEqualTo(1);
    assertThat(err).doesNotContain("fail-if");
  }
}
