package io.neardup.hadoop.pipeline;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Runs pipelines, and reads what they have written. */
public final class Pipelines {

  public static final PrintStream NOWHERE =
      new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  private Pipelines() {}

  /** Returns a configuration of {@code key=value} entries for jobs in this process. */
  public static Configuration conf(String... entries) throws IOException {
    Configuration conf = Mr.conf(entries);
    EmbeddedDefaults.apply(conf);
    return conf;
  }

  /** Runs a pipeline whose output does not exist yet. */
  public static Pipeline.Finished run(Path input, Path output, String... settings)
      throws IOException {
    return run(input, output, conf(settings));
  }

  /** Runs a pipeline whose output does not exist yet. */
  public static Pipeline.Finished run(Path input, Path output, Configuration conf)
      throws IOException {
    return new Pipeline(conf, NOWHERE, List.of(Ingests.path(input)), Ingests.path(output))
        .run(Pipeline.Existing.REFUSE);
  }

  /** Returns the files of a folder whose names begin so, by name. */
  public static List<Path> files(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.getFileName().toString().startsWith(prefix)).sorted().toList();
    }
  }

  /** Returns the names in a folder, sorted. */
  public static List<String> names(Path folder) throws IOException {
    return files(folder, "").stream().map(file -> file.getFileName().toString()).toList();
  }

  /** Returns the lines of {@link #files}. */
  public static List<String> lines(Path folder, String prefix) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files(folder, prefix)) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  /** Returns the bytes of the part files of a folder. */
  public static byte[] parts(Path folder) throws IOException {
    return bytes(folder, "part-");
  }

  /** Returns the bytes of {@link #files}. */
  public static byte[] bytes(Path folder, String prefix) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : files(folder, prefix)) {
      all.write(Files.readAllBytes(file));
    }
    return all.toByteArray();
  }
}
