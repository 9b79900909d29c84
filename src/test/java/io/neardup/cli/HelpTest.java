package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.StageMetadata;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every verb, and what is below it, says of itself. */
class HelpTest {

  private static String output(String... args) throws Exception {
    Said said = Said.by(args);
    assertThat(said.status()).isZero();
    return said.out();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pipeline",
        "ingest",
        "shingle-sort",
        "band-bucket",
        "candidate-list",
        "verify",
        "cluster",
        "dedup",
        "add",
        "drop",
        "compact",
        "list",
        "report",
        "corpus",
        "corpus list",
        "corpus verify",
        "export",
        "audit",
        "s-curve",
        "keys"
      })
  void theHelpHasTheWholeCommand(String command) throws Exception {
    assertThat(output((command + " --help").split(" ")))
        .contains("usage: hadoop jar neardup.jar " + command + " ")
        .doesNotContain("Usage:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pipeline", "corpus", "corpus list", "corpus verify", "keys"})
  void theVersionIsThatOfTheProgram(String command) throws Exception {
    assertThat(output((command + " --version").split(" ")))
        .isEqualTo("neardup " + StageMetadata.version() + System.lineSeparator());
  }
}
