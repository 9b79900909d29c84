package io.neardup.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Stage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads results on the local disk, to compare those of a collection and of a run from scratch. */
public final class ComparedResults {

  private ComparedResults() {}

  /** Returns all files of an export or a pipeline that must be equal, by name. */
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

  /** Returns the named files of a stage, and its part files concatenated. */
  static SortedMap<String, String> files(Path stage) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (String prefix : List.of("part-", "columns-", "columns/part-")) {
      int slash = prefix.indexOf('/');
      Path in = slash < 0 ? stage : stage.resolve(prefix.substring(0, slash));
      files.put(prefix, parts(in, prefix.substring(slash + 1)));
    }
    for (String name :
        List.of("removed-by.tsv", "sources.tsv", "sizes.tsv", "_least-similar.tsv")) {
      if (Files.exists(stage.resolve(name))) {
        files.put(name, new String(Files.readAllBytes(stage.resolve(name)), UTF_8));
      }
    }
    return files;
  }

  static String parts(Path in, String prefix) throws IOException {
    if (!Files.isDirectory(in)) {
      return "";
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Stream<Path> found = Files.list(in)) {
      for (Path part :
          found.filter(p -> p.getFileName().toString().startsWith(prefix)).sorted().toList()) {
        all.writeBytes(Files.readAllBytes(part));
      }
    }
    return all.toString(UTF_8);
  }

  static Map<String, String> tree(Path top) throws IOException {
    if (!Files.exists(top)) {
      return Map.of();
    }
    try (Stream<Path> found = Files.walk(top)) {
      return found
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().endsWith(".crc"))
          .collect(
              Collectors.toMap(
                  file -> top.relativize(file).toString(),
                  file -> {
                    try {
                      return new String(Files.readAllBytes(file), ISO_8859_1);
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }));
    }
  }
}
