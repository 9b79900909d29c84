package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read what a run has made from documents that not everybody may read. */
class PermissionsTest {

  @TempDir private Path folder;

  private String write(String name, String permissions) throws IOException {
    Path file = folder.resolve("input").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "1\tAll happy families are alike, " + name + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.getParent().toString();
  }

  private String permissions(String file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
  }

  private int run(String... command) throws Exception {
    return Neardup.run(command);
  }

  /** Hadoop has a umask of its own, 022. */
  @Test
  void theUmaskOfTheProcessIsRespected() throws Exception {
    String input = write("a.tsv", "rw-r--r--");
    List<String> java =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            Neardup.class.getName());
    String[] shell = {"sh", "-c", "umask 077; exec \"$@\"", "sh"};
    List<String> verb = List.of("pipeline", input, folder.resolve("out").toString());
    Process process =
        new ProcessBuilder(
                Stream.of(Stream.of(shell), java.stream(), verb.stream())
                    .flatMap(words -> words)
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        found.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    assertThat(found).containsExactly("rw-------", "rwx------");
  }

  @Test
  void aCopyIsReadableByNoMorePeopleThanItsSource() throws Exception {
    write("all.tsv", "r--r--r--");
    write("group.tsv", "rw-r-----");
    String input = write("secret.tsv", "rw-------");
    assertThat(run("pipeline", input, folder.resolve("out").toString())).isZero();
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
