package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a verb prints, and its exit status. */
record Said(int status, String out, String err) {

  /** Runs a command, in whose words {@code D} stands for a folder. */
  static Said by(Path folder, String command) throws Exception {
    return by(
        Stream.of(command.strip().split(" +", -1))
            .map(word -> word.replaceAll("(?<!-)D(?=/|$)", folder.toString()))
            .toArray(String[]::new));
  }

  /** Returns every file of a folder with its content, and every folder in it as such. */
  static SortedMap<String, String> files(Path folder) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.toList()) {
        files.put(
            file.toString(),
            Files.isRegularFile(file)
                ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                : "folder");
      }
    }
    return files;
  }

  static Said by(String... words) throws Exception {
    return by(true, words);
  }

  /** Runs a verb whose output may go to a terminal, or surely goes to a file. */
  static Said by(boolean toTerminal, String... words) throws Exception {
    PrintStream oldOut = System.out;
    PrintStream oldErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream newOut = new PrintStream(out, true, StandardCharsets.UTF_8);
    System.setOut(newOut);
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int status = Driver.run(words, toTerminal);
      assertThat(System.out).isSameAs(newOut);
      return new Said(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(oldOut);
      System.setErr(oldErr);
    }
  }
}
