package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KeysPageTest {

  @Test
  void theReferencePageIsWhatTheDeclarationSays() throws Exception {
    assertThat(Files.readString(Path.of("src/site/markdown/configuration.md")))
        .as("replace the table by what `keys --markdown` prints")
        .endsWith(KeysCommand.markdown());
  }
}
