package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.output.StageMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
        .as("replace the tables by these")
        .endsWith(markdown());
  }

  /** Returns the tables of the reference page: the keys that decide each stage, then the others. */
  private static String markdown() {
    StringBuilder page = new StringBuilder();
    for (Stage stage : Stage.values()) {
      appendTable(stage.verb(), Optional.of(stage), page);
    }
    appendTable("Speed and checks", Optional.empty(), page);
    return page.toString();
  }

  private static void appendTable(String heading, Optional<Stage> decides, StringBuilder page) {
    List<? extends Key<?>> keys =
        Keys.all().stream().filter(key -> key.decides().equals(decides)).toList();
    if (keys.isEmpty()) {
      return;
    }
    page.append("\n## ").append(heading).append("\n\n");
    page.append("| key | default; values | meaning |\n| --- | --- | --- |\n");
    for (Key<?> key : keys) {
      page.append("| `").append(key.name()).append("` | ");
      page.append(key.defaultValue().equals("") ? "" : "`" + key.defaultValue() + "`; ");
      page.append(key.range()).append(" | ");
      page.append(key.help().replace("<", "&lt;").replace("|", "\\|")).append(" |\n");
    }
  }
}
