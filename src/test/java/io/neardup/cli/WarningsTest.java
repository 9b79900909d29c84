package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Warnings: what is accepted, but seldom meant. They go to standard error; the run goes on. And
 * {@code --fail-if}: the exit status, what is said, and that the results stay.
 */
class WarningsTest {

  private static final String LOW_RECALL =
      "warning: 20 bands of 5 rows find 47 % of the pairs of similarity 0.5, the threshold; to find"
          + " 95 %: -Dneardup.banding.bands=23 -Dneardup.banding.rows=3\n";

  @TempDir private Path folder;

  private String err;

  @BeforeEach
  void pages() throws Exception {
    Files.writeString(
        folder.resolve("pages.tsv"), "a\tsome text here\nb\tsome text here\nc\tand another\n");
  }

  /** Runs a command that succeeds and returns what it writes to standard error. */
  private String run(String command) throws Exception {
    Said said = Said.by(folder, command);
    assertThat(said.status()).as(said.err()).isZero();
    return said.err();
  }

  @Test
  void bandsThatMissManyPairsAtTheThresholdAreWarnedOfBeforeTheFirstStage() throws Exception {
    assertThat(run("pipeline -Dneardup.similarity.threshold=0.5 D/pages.tsv D/out"))
        .startsWith(LOW_RECALL);
    assertThat(run("pipeline --resume D/pages.tsv D/out"))
        .startsWith("neardup.similarity.threshold=0.5, as in ")
        .containsOnlyOnce("/out\n" + LOW_RECALL);
    assertThat(run("pipeline D/pages.tsv D/defaults")).doesNotContain("warning");
  }

  @Test
  void theVerbVerifyWarnsOfTheBandsOfItsSignatures() throws Exception {
    run("pipeline -Dneardup.banding.bands=23 -Dneardup.banding.rows=3 D/pages.tsv D/low");
    run("pipeline D/pages.tsv D/high");
    String verify = "verify -Dneardup.similarity.threshold=0.5 ";
    assertThat(run(verify + "D/low/corpus D/low/1-signatures D/low/3-candidates D/low/pairs"))
        .doesNotContain("warning");
    assertThat(run(verify + "D/high/corpus D/high/1-signatures D/high/3-candidates D/high/pairs"))
        .endsWith("verify: " + LOW_RECALL);
  }

  @Test
  void anExpressionThatMatchesNothingInManyDocumentsIsWarnedOf() throws Exception {
    StringBuilder many = new StringBuilder();
    for (int d = 0; d < 1000; d++) {
      many.append("d").append(d).append("\tpage ").append(d).append('\n');
    }
    Files.writeString(folder.resolve("many.tsv"), many);
    String command = "pipeline -Dneardup.text.ignore=[0-9]+\n^Page D/%s D/%s";
    assertThat(run(String.format(Locale.ROOT, command, "many.tsv", "out")))
        .containsOnlyOnce(
            "warning: neardup.text.ignore: nothing in 1,000 documents matches ^Page\n")
        .doesNotContain("[0-9]");
    assertThat(run(String.format(Locale.ROOT, command, "pages.tsv", "few")))
        .doesNotContain("text.ignore");
  }

  @ParameterizedTest
  @CsvSource({
    "threshold, neardup.similarity.threshold",
    "my.own.rows, neardup.banding.rows",
    "nearudp.banding.bands, neardup.banding.bands"
  })
  void aKeyThatIsNobodysAndEndsLikeOneOfOursIsWarnedOf(String key, String ours) throws Exception {
    assertThat(run("ingest -D" + key + "=1 D/pages.tsv D/corpus"))
        .startsWith(
            "warning: -D"
                + key
                + " has no effect: it is a key of neither neardup nor Hadoop; did you mean -D"
                + ours
                + "?\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "neardup.similarity.threshold=0.7",
        "mapreduce.task.io.sort.mb=10",
        "mapreduce.my.own.rows=1",
        "fs.other.format=x",
        "other.home=x"
      })
  void keysOfOursOfHadoopAndUnlikeOursAreNot(String key) throws Exception {
    assertThat(run("ingest -D" + key + " D/pages.tsv D/corpus")).doesNotContain("warning");
  }

  private int judge(String options) throws Exception {
    Said said = Said.by(folder, "pipeline " + options + " D/pages.tsv D/out");
    err = said.err();
    return said.status();
  }

  @Test
  void aConditionThatDoesNotHoldChangesNothing() throws Exception {
    assertThat(
            judge(
                "--fail-if documents.removed.share>0.34 --fail-if=sources.removed.share.max>=.5"
                    + " --fail-if cost.seconds.total<0"))
        .isZero();
    assertThat(err).doesNotContain("fail-if");
  }

  @Test
  void conditionsThatHoldEndARunWithStatus3AndItsResultsStay() throws Exception {
    assertThat(
            judge(
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
    assertThat(judge("--resume --fail-if clusters.largest>2")).isZero();
    assertThat(judge("--resume --fail-if clusters.largest>1")).isEqualTo(3);
  }

  @Test
  void aRunThatFailsIsNotJudged() throws Exception {
    Files.writeString(folder.resolve("pages.tsv"), "no tab\n");
    assertThat(judge("--fail-if documents.in<1")).isEqualTo(1);
    assertThat(err).doesNotContain("fail-if");
  }

  /** The settings of a collection cannot change, so it must not be refused for ever. */
  @Test
  void aFieldThatNoDocumentOfACollectionHasAnyMoreIsWarnedOf() throws Exception {
    String text = "\"text\":\"one text in two records, which are nearly the same\"}\n";
    write("a.jsonl", "{\"id\":\"1\",\"prio\":3,\"site\":\"s\"," + text);
    write("b.jsonl", "{\"id\":\"2\"," + text + "{\"id\":\"3\"," + text);
    String add = "add -Dneardup.cluster.source-field=site -Dneardup.cluster.keep=priority,first";
    String field = " -Dneardup.cluster.priority-field=prio ";
    Said refused = Said.by(folder, add + field + "D/b.jsonl D/c");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("that field; name another one and ingest again");
    run(add + field + "D/a.jsonl D/c");
    String warning =
        "warning: neardup.cluster.priority-field=prio: none of 2 documents has a number or a date in"
            + " that field\n";
    assertThat(run("pipeline --against D/c D/b.jsonl D/new")).containsOnlyOnce(warning);
    run("add D/b.jsonl D/c");
    write("ids", "1\n");
    run("drop --ids D/ids D/c");
    for (String verb : List.of("export D/c D/exported", "pipeline D/c D/again")) {
      assertThat(run(verb))
          .containsOnlyOnce(warning)
          .containsOnlyOnce("warning: neardup.cluster.source-field=site: none of 2 documents has a")
          .doesNotContain("ingest again");
    }
    for (String output : List.of("new", "exported", "again")) {
      assertThat(folder.resolve(output).resolve("5-clusters/removed-by.tsv")).isNotEmptyFile();
    }
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }
}
