package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.Top;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * The removals by a pair, among those added, with the least similarity to the kept document. Of
 * equally similar ones those come first that come first in {@code removed-by.tsv}.
 */
public final class LeastSimilar {

  /** How many removals are kept. */
  public static final int COUNT = 100;

  /** The file of the lines in the output of the stage. */
  public static final String FILE = "_least-similar.tsv";

  /** The name of a task's note of removals. */
  static final String NOTE = "least-similar-removals";

  private record Line(int similarity, Removal removal, String text) {}

  private static final Comparator<Line> ORDER =
      Comparator.comparingInt(Line::similarity)
          .thenComparingLong(line -> line.removal.keptColumn())
          .thenComparingLong(line -> line.removal.column());

  private final Top<Line> lines = new Top<>(COUNT, ORDER);

  /**
   * Returns the least similar removals of a stage's output, the least similar first, at most
   * {@value #COUNT}.
   */
  public static List<Removal> read(Configuration conf, Path output) throws IOException {
    Path file = new Path(output, FILE);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Removal::parse)
          .toList();
    }
  }

  /**
   * Adds a removal.
   *
   * @param similarity in millionths
   * @param line of {@code removed-by.tsv}
   */
  void add(int similarity, Text line) {
    Line bar = lines.bar();
    if (bar == null || similarity <= bar.similarity) { // few lines become strings
      add(similarity, line.toString());
    }
  }

  private void add(int similarity, String line) {
    lines.add(new Line(similarity, Removal.parse(line), line));
  }

  /** Adds the lines of a note. */
  void addLines(List<String> notes) {
    for (String line : notes) {
      add((int) Math.round(Removal.parse(line).similarity() * 1_000_000), line);
    }
  }

  /** Returns whether no removal was added. */
  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Returns the least similarity in millionths; empty if no removal was added. */
  OptionalInt least() {
    return lines.list().stream().mapToInt(Line::similarity).findFirst();
  }

  /** Returns the lines, the least similar first, each with a line break. */
  String lines() {
    StringBuilder text = new StringBuilder();
    lines.list().forEach(line -> text.append(line.text).append('\n'));
    return text.toString();
  }
}
