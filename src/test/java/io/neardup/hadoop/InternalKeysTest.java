package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The keys by which a stage's client talks to its tasks: one name, one meaning. */
class InternalKeysTest {

  private static final Pattern KEY = Pattern.compile("\"(neardup-internal\\.[^\"]*)\"");

  @Test
  void everyInternalKeyIsDeclaredOnce() throws IOException {
    Map<String, List<Path>> declared = new TreeMap<>();
    List<Path> sources;
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).toList();
    }
    for (Path source : sources) {
      Matcher key = KEY.matcher(Files.readString(source));
      while (key.find()) {
        declared.computeIfAbsent(key.group(1), k -> new ArrayList<>()).add(source);
      }
    }
    assertThat(declared).hasSizeGreaterThan(20);
    assertThat(declared).allSatisfy((key, files) -> assertThat(files).as(key).hasSize(1));
  }
}
