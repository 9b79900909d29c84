package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Main}. */
class MainTest {

  private static final int CLASS_FILES_OF_JAVA_8 = 52;

  @ParameterizedTest
  @ValueSource(strings = {"1.7", "1.8", "9", "11", "16"})
  void olderJavasAreToldOff(String version) {
    String major = version.substring(version.indexOf('.') + 1);
    assertThat(Main.complaint(version, "/opt/java"))
        .contains("needs Java 17 or later; this is Java " + major + " in /opt/java", "JAVA_HOME");
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "21", "25"})
  void laterOnesWillDo(String version) {
    assertThat(Main.complaint(version, "/opt/java")).isEmpty();
  }

  @Test
  void olderJavasCanLoadIt() throws IOException {
    try (DataInputStream in = new DataInputStream(Main.class.getResourceAsStream("Main.class"))) {
      in.readInt(); // the magic number and the minor version
      in.readUnsignedShort();
      assertThat(in.readUnsignedShort()).isEqualTo(CLASS_FILES_OF_JAVA_8);
    }
  }

  /** Begins as an older Java would. */
  static final class OlderJava {
    private OlderJava() {}

    public static void main(String[] args) throws Throwable {
      System.setProperty("java.specification.version", "11");
      Main.main(args);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "io.neardup.cli.MainTest$OlderJava, needs Java 17 or later; this is Java 11 in",
    "io.neardup.cli.Main, needs Hadoop on its class path: hadoop jar neardup.jar"
  })
  void aProcessEndsWithTheMessage(String main, String message) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                classes(Main.class) + File.pathSeparator + classes(MainTest.class),
                main,
                "keys")
            .redirectErrorStream(true)
            .start();
    try (InputStream said = process.getInputStream()) {
      assertThat(new String(said.readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("neardup " + message)
          .doesNotContain("\tat ");
    }
    assertThat(process.waitFor()).isEqualTo(1);
  }

  private static Path classes(Class<?> one) throws Exception {
    return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
