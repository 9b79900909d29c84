package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the built jar and the scripts of the project as processes of their own. */
final class Commands {

  /** The project's folder, where Maven runs the tests. */
  static final Path PROJECT = Path.of("").toAbsolutePath();

  /** The job jar. */
  static final Path JAR = PROJECT.resolve("target/neardup.jar");

  private Commands() {}

  /** How a process ended. */
  record Result(int status, String out, String err) {

    Result assertSucceeded() {
      assertThat(status).as("exit status; standard error was:%n%s", err).isZero();
      return this;
    }
  }

  /** The version of Hadoop whose client libraries are used; null for that of the build. */
  static final String HADOOP_VERSION = System.getProperty("neardup.test.hadoop");

  /** The class path of embedded Hadoop, as the build leaves it. */
  static String hadoopClasspath() throws IOException {
    return Files.readString(
        PROJECT.resolve(
            HADOOP_VERSION == null
                ? "target/embedded.classpath"
                : "target/hadoop-clients/" + HADOOP_VERSION + "/target/classpath"));
  }

  /** Spares the second compiler, which takes half of the time of a short run. */
  static final String QUICK = "-XX:TieredStopAtLevel=1";

  /** Runs a verb of the jar on embedded Hadoop, in a heap of the given size. */
  static Result embedded(String heap, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx" + heap, QUICK));
    command.add("-Dlog4j.configuration=io/neardup/cli/log4j-embedded.properties");
    command.addAll(List.of("-cp", JAR + ":" + hadoopClasspath(), "io.neardup.cli.Main"));
    command.addAll(List.of(arguments));
    return run(PROJECT, command);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Runs a command to its end; fails if it hangs. */
  static Result run(Path folder, List<String> command) throws Exception {
    Path out = Files.createTempFile("out", null);
    Path err = Files.createTempFile("err", null);
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      Guard.await(process);
      return new Result(process.exitValue(), read(out), read(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
