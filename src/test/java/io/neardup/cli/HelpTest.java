package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.output.StageMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every verb, and what is below it, says of itself. */
class HelpTest {

  private static String output(String... args) throws Exception {
    Said said = Said.by(args);
    assertThat(said.status()).isZero();
    return said.out();
  }

  static Stream<String> verbs() {
    return Stream.concat(
        Driver.verbs().getSubcommands().keySet().stream(),
        Stream.of("corpus list", "corpus verify"));
  }

  @ParameterizedTest
  @MethodSource("verbs")
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

  @Test
  void theReferencePageOfKeysIsWhatTheDeclarationSays() throws Exception {
    assertThat(Files.readString(Path.of("src/site/markdown/configuration.md")))
        .as("replace the table by what `keys --markdown` prints")
        .endsWith(KeysCommand.markdown());
  }
}
