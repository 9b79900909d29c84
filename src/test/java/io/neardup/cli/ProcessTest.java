package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program in a process of its own, in a certain folder, with a umask and a locale of other
 * digits; and who may read what a run has made from documents that not everybody may read.
 */
class ProcessTest {

  @TempDir private Path folder;
  private String logging = "log4j.properties";

  private void run(String where, String... arguments) throws IOException, InterruptedException {
    assertThat(status(where, arguments)).as("%s", Files.readString(log())).isZero();
  }

  private Path log() {
    return folder.resolve("log");
  }

  private int status(String where, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "umask 077; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-Dlog4j.configuration=" + logging,
                "-cp",
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .map(entry -> Path.of(entry).toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator)),
                "io.neardup.cli.Main"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.resolve(where).toFile())
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
    return process.waitFor();
  }

  @BeforeEach
  void writeDocuments() throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve("in")).resolve("pages.tsv"),
        "a\tone page, and what it says\nb\tone page, and what it says\n");
  }

  @Test
  void namesOfFilesHaveTheSameDigitsEverywhereAndTheUmaskIsRespected() throws Exception {
    run("in", "pipeline", "pages.tsv", "../out");
    run("in", "export", "--format", "parquet", "../out", "../tables");
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.map(Path::toString))
          .allMatch(name -> name.chars().allMatch(c -> c < 0x80))
          .anyMatch(name -> name.endsWith("/4-pairs/part-r-00000"));
    }
    try (Stream<Path> files = Files.walk(folder.resolve("out"))) { // Hadoop has an umask, too
      assertThat(files.map(file -> permissions(file.toString())).distinct())
          .containsExactlyInAnyOrder("rw-------", "rwx------");
    }
  }

  /** As {@code hadoop jar} has Hadoop log. */
  @Test
  void aFailureOfATaskIsToldOnceAndInPlainWords() throws Exception {
    Path properties = folder.resolve("log4j.properties");
    Files.writeString(
        properties,
        """
        log4j.rootLogger=INFO,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.layout=org.apache.log4j.PatternLayout
        log4j.appender.console.layout.ConversionPattern=%m%n
        """);
    logging = properties.toUri().toString();
    String codec = "-Dmapreduce.map.output.compress.codec=org.apache.hadoop.io.compress.Lz4Codec";
    assertThat(
            status("in", "pipeline", "-Dmapreduce.map.output.compress=true", codec, "./", "../out"))
        .isEqualTo(VerbTool.FAILURE);
    assertThat(log())
        .content()
        .containsOnlyOnce("LZ4Factory")
        .contains("\na library is missing: there is no class net/jpountz/lz4/LZ4Factory\n")
        .doesNotContain("\tat ", "java.lang.");
  }

  @Test
  @Tag("long")
  void theFolderWhereOneStandsCanBeNamed() throws Exception {
    run("in", "ingest", ".", "../out/corpus");
    Files.createDirectories(folder.resolve("signatures"));
    run("signatures", "shingle-sort", "./../out/corpus", "./");
    assertThat(folder.resolve("signatures/_SUCCESS")).exists();
    run("out", "pipeline", "corpus", "corpus/../results");
    run("in", "add", "../in/.", "../collection");
    run("collection", "pipeline", "--against", ".", "../in", "../against");
    run("collection", "list", "corpus/..");
  }

  private String write(String name, String permissions) throws IOException {
    Path file = folder.resolve("input").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "1\tAll happy families are alike, " + name + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.getParent().toString();
  }

  private String permissions(String file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCopyIsReadableByNoMorePeopleThanItsSource() throws Exception {
    write("all.tsv", "r--r--r--");
    write("group.tsv", "rw-r-----");
    String input = write("secret.tsv", "rw-------");
    assertThat(Said.by(folder, "pipeline " + input + " D/out").status()).isZero();
    assertThat(permissions("out/6-dedup/kept/all.tsv")).isEqualTo("rw-r--r--");
    assertThat(permissions("out/6-dedup/kept/group.tsv")).isEqualTo("rw-r-----");
    assertThat(permissions("out/6-dedup/kept/secret.tsv")).isEqualTo("rw-------");

    for (String documents : List.of("catalog", "texts")) {
      Path part =
          Ingests.documentsFolder(folder.resolve("out/corpus/batches/00000"))
              .resolve(documents + "/part-00000");
      for (String file : List.of("data", "index")) {
        assertThat(permissions(part.resolve(file).toString())).isEqualTo("rw-------");
      }
    }
  }
}
