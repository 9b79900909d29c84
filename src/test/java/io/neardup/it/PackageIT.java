package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The package, unpacked into a folder with a space in its name, where there is no Maven, no Hadoop
 * and no home.
 */
@Order(6)
class PackageIT {

  /** What the scripts need besides Java. */
  private static final String TOOLS =
      "bash cat cksum cut date dirname du env find getconf head ls mkdir mv readlink rm sed wc";

  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)(#[^)]*)?\\)");

  @TempDir private static Path folder;

  private static Path home;
  private static Path bin;

  @BeforeAll
  static void unpack() throws Exception {
    Path where = Files.createDirectories(folder.resolve("a folder"));
    Commands.run(where, List.of("tar", "xzf", System.getProperty("neardup.it.package")))
        .assertSucceeded();
    try (Stream<Path> entries = Files.list(where)) {
      home = entries.toList().get(0);
    }
    bin = Files.createDirectories(folder.resolve("bin"));
    for (String tool : TOOLS.split(" ", -1)) {
      Path found =
          Stream.of(System.getenv("PATH").split(":", -1))
              .map(path -> Path.of(path, tool))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow(() -> new AssertionError(tool + " is not on the PATH"));
      Files.createSymbolicLink(bin.resolve(tool), found);
    }
    Files.createSymbolicLink(bin.resolve("java"), Path.of(Commands.java()));
  }

  /** What a link leads to stays; JUnit would warn of each. */
  @AfterAll
  static void deleteLinks() throws IOException {
    try (Stream<Path> links = Files.list(bin)) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
  }

  private static Commands.Result run(String program, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                bin.resolve("env").toString(),
                "-i",
                "HOME=/nowhere",
                "LC_ALL=C.UTF-8",
                "PATH=" + bin,
                "JAVA_OPTS=-Xmx512m " + Commands.QUICK + " -XX:+UseSerialGC",
                home.resolve(program).toString()));
    command.addAll(List.of(arguments));
    return Commands.run(folder, command);
  }

  @Test
  void theSamplesGiveTheExpectedBytes() throws Exception {
    Sample sample = new Sample("pgdoc");
    String conf = home.resolve("hdfs-samples/pgdoc/neardup.xml").toString();
    run("run-pipeline.sh", "-conf", conf).assertSucceeded();
    try (Stream<Path> results = Files.list(folder)) {
      Path output =
          results
              .filter(path -> path.getFileName().toString().startsWith("neardup-results-"))
              .findFirst()
              .orElseThrow();
      sample.assertExpected(
          FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(output.toUri()));
    }
  }

  @Test
  void aJobAndAVerb() throws Exception {
    String input = home.resolve("hdfs-samples/book/input").toString();
    run("jobs/0-ingest/run.sh", input, "a corpus").assertSucceeded();
    assertThat(run("bin/neardup", "corpus", "list", "a corpus").assertSucceeded().out())
        .containsPattern("all .* 3 ");
  }

  /** Versions of libraries that an earlier build has left do not get in. */
  @Test
  void theLibrariesAreThoseOfTheBuild() throws Exception {
    List<String> names = new ArrayList<>();
    for (String file : Commands.hadoopClasspath().split(":", -1)) {
      names.add(Path.of(file).getFileName().toString());
    }
    try (Stream<Path> libraries = Files.list(home.resolve("lib"))) {
      assertThat(libraries.map(file -> file.getFileName().toString()))
          .isSubsetOf(names)
          .anyMatch(name -> name.startsWith("hadoop-common-"))
          .noneMatch(name -> name.startsWith("fastutil") || name.startsWith("parquet"));
    }
  }

  @Test
  void theLinksOfItsPagesLeadSomewhere() throws IOException {
    int links = 0;
    try (Stream<Path> files = Files.walk(home)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        Matcher matcher = LINK.matcher(Files.readString(page));
        while (matcher.find()) {
          assertThat(page.resolveSibling(matcher.group(1)).normalize())
              .as(page.toString())
              .exists();
          links++;
        }
      }
    }
    assertThat(links).isGreaterThan(20);
  }

  @Test
  void theCompletionIsThere() {
    assertThat(home.resolve("share/bash-completion/completions/neardup")).isNotEmptyFile();
  }
}
