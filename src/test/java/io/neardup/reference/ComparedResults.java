package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Stage;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads results on the local disk, to compare those of a collection and of a run from scratch. */
public final class ComparedResults {

  private ComparedResults() {}

  /** Returns all files of an export or a pipeline that must be equal, by folder and name. */
  public static SortedMap<String, Map<String, String>> of(Path folder) throws IOException {
    SortedMap<String, Map<String, String>> results = new TreeMap<>();
    for (Stage stage : List.of(Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      results.put(stage.folder(), files(folder.resolve(stage.folder())));
    }
    for (String part : List.of("kept", "removed", "skipped", "removed-by.tsv", "skipped.tsv")) {
      results.put(part, tree(folder.resolve("6-dedup").resolve(part)));
    }
    return results;
  }

  static void assertEqual(Path results, Path expected, String what) throws IOException {
    Map<String, Map<String, String>> found = of(results);
    of(expected)
        .forEach((part, files) -> assertThat(found.get(part)).as(part + what).isEqualTo(files));
  }

  /** Returns the named files of a stage, and its part files concatenated. */
  private static SortedMap<String, String> files(Path stage) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    files.put("part-", parts(stage));
    files.put("columns-", parts(stage, "columns-"));
    files.put("columns/part-", parts(stage.resolve("columns")));
    for (String name :
        List.of(
            "removed-by.tsv",
            "sources.tsv",
            "source-overlaps.tsv",
            "sizes.tsv",
            "_least-similar.tsv")) {
      if (Files.exists(stage.resolve(name))) {
        files.put(name, Files.readString(stage.resolve(name), ISO_8859_1));
      }
    }
    return files;
  }

  /** Returns the part files of a folder, one after the other. */
  static String parts(Path in) throws IOException {
    return parts(in, "part-");
  }

  private static String parts(Path in, String prefix) throws IOException {
    return Files.isDirectory(in) ? new String(Pipelines.bytes(in, prefix), UTF_8) : "";
  }

  /** Returns for each column in a pair the one that is kept in its place. */
  static Map<Long, Long> decisions(Path results) throws IOException {
    return parts(results.resolve("5-clusters/columns"))
        .lines()
        .map(line -> line.split("[\t ]", -1))
        .collect(Collectors.toMap(f -> Long.valueOf(f[0]), f -> Long.valueOf(f[1])));
  }

  /** Returns the files below a folder, by their names. */
  public static SortedMap<String, String> tree(Path top) throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    if (Files.exists(top)) {
      try (Stream<Path> found = Files.walk(top)) {
        for (Path file : found.filter(Files::isRegularFile).toList()) {
          if (!file.toString().endsWith(".crc")) {
            tree.put(top.relativize(file).toString(), Files.readString(file, ISO_8859_1));
          }
        }
      }
    }
    return tree;
  }

  /** Returns a line of removed-by.tsv without the files and positions of the two documents. */
  static String withoutPlaces(String line) {
    List<String> fields = new ArrayList<>(List.of(line.split("\t", -1)));
    assertThat(fields).hasSize(13);
    fields.subList(8, 10).clear();
    fields.subList(5, 7).clear();
    return String.join("\t", fields);
  }
}
