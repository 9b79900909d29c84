package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Stage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** A sample of {@code hdfs-samples/}: its files, and whether results are those it expects. */
final class Sample {

  private final String name;
  private final java.nio.file.Path folder;

  /**
   * @param name its folder below {@code hdfs-samples/}
   */
  Sample(String name) {
    this.name = name;
    this.folder = Commands.PROJECT.resolve("hdfs-samples").resolve(name);
  }

  /** Returns the name. */
  String name() {
    return name;
  }

  /** Returns the folder of the input. */
  java.nio.file.Path input() {
    return folder.resolve("input");
  }

  /** Returns the files of the input, in the order of their names. */
  List<java.nio.file.Path> inputFiles() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(input())) {
      return files.sorted().toList();
    }
  }

  /** Returns the configuration file. */
  String configuration() {
    return folder.resolve("neardup.xml").toString();
  }

  /** Returns the bytes of a file of what is expected. */
  byte[] expected(String file) throws IOException {
    return Files.readAllBytes(folder.resolve("expected").resolve(file));
  }

  /** Fails unless the folders of all stages below an output are complete and as expected. */
  void assertExpected(FileSystem fs, Path output) throws IOException {
    for (Stage stage : Stage.values()) {
      Path results = new Path(output, stage.folder());
      switch (stage) {
        case INGEST -> // a corpus, whose batch is complete
            assertComplete(fs, new Path(results, "batches/00000"));
        case DEDUP -> {
          assertComplete(fs, results);
          assertThat(bytes(fs, new Path(results, "removed-by.tsv")))
              .as(stage.folder())
              .isEqualTo(expected(stage.folder()));
          assertDivided(fs, results);
        }
        default -> {
          assertComplete(fs, results);
          assertThat(parts(fs, results)).as(stage.folder()).isEqualTo(expected(stage.folder()));
        }
      }
    }
  }

  private static void assertComplete(FileSystem fs, Path results) throws IOException {
    for (String mark : List.of("_SUCCESS", "_neardup.json")) {
      assertThat(fs.exists(new Path(results, mark))).as(results + "/" + mark).isTrue();
    }
  }

  /** Returns the part files of a stage, one after the other. */
  static byte[] parts(FileSystem fs, Path results) throws IOException {
    return together(fs, results, path -> path.getName().startsWith("part-"));
  }

  private static byte[] together(FileSystem fs, Path folder, PathFilter which) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (fs.exists(folder)) { // else nothing was written there
      FileStatus[] files = fs.listStatus(folder, which);
      Arrays.sort(files);
      for (FileStatus file : files) {
        all.write(bytes(fs, file.getPath()));
      }
    }
    return all.toByteArray();
  }

  /** Returns the bytes of a file. */
  static byte[] bytes(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  /** Fails unless every line of the input is in kept/ or removed/, as removed-by.tsv says. */
  private void assertDivided(FileSystem fs, Path results) throws IOException {
    Set<String> removedIds = new HashSet<>();
    for (String line : lines(bytes(fs, new Path(results, "removed-by.tsv")))) {
      removedIds.add(line.substring(0, line.indexOf('\t')));
    }
    assertThat(removedIds).isNotEmpty();
    if (name.equals("products") || name.equals("book-sets")) {
      assertSetsDivided(fs, results, removedIds);
      return;
    }
    Map<String, StringBuilder> expected = new HashMap<>();
    Map<String, String> found = new HashMap<>();
    for (java.nio.file.Path file : inputFiles()) {
      String stem = file.getFileName().toString().replace(".tsv", "");
      for (String where : List.of("kept", "removed")) {
        expected.put(where + "/" + stem, new StringBuilder());
        byte[] lines =
            together(
                fs,
                new Path(results, where), // a large file is written in numbered parts
                path -> path.getName().matches(stem + "(-\\d{5})?\\.tsv"));
        found.put(where + "/" + stem, new String(lines, StandardCharsets.ISO_8859_1));
      }
      for (String line : lines(Files.readAllBytes(file))) {
        String id = id(line);
        expected
            .get((removedIds.contains(id) ? "removed/" : "kept/") + stem)
            .append(line)
            .append('\n');
      }
    }
    expected.forEach(
        (file, lines) -> assertThat(found.get(file)).as(file).isEqualTo(lines.toString()));
  }

  /** Sets are grouped, and in files of their own: their lines are compared in no order. */
  private void assertSetsDivided(FileSystem fs, Path results, Set<String> removedIds)
      throws IOException {
    List<String> kept = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (java.nio.file.Path file : inputFiles()) {
      for (String line : lines(Files.readAllBytes(file))) {
        (removedIds.contains(id(line)) ? removed : kept).add(line);
      }
    }
    assertThat(lines(together(fs, new Path(results, "kept"), path -> true)))
        .containsExactlyInAnyOrderElementsOf(kept);
    assertThat(lines(together(fs, new Path(results, "removed"), path -> true)))
        .containsExactlyInAnyOrderElementsOf(removed);
  }

  /** Returns lines without their ends, a character a byte. */
  private static List<String> lines(byte[] text) {
    String all = new String(text, StandardCharsets.ISO_8859_1);
    assertThat(all.isEmpty() || all.endsWith("\n")).isTrue();
    return all.isEmpty() ? List.of() : List.of(all.substring(0, all.length() - 1).split("\n", -1));
  }

  private static String id(String line) {
    return line.substring(0, line.indexOf('\t'));
  }
}
