package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** A removal by a pair, with its line of {@code removed-by.tsv}. */
public record LeastSimilar(Removal removal, String line) {

  /** How many removals are kept. */
  public static final int COUNT = 100;

  /** The file of the lines in the output of the stage. */
  static final String FILE = "_least-similar.tsv";

  private LeastSimilar(String line) {
    this(Removal.parse(line), line);
  }

  private double similarity() {
    return removal.similarity();
  }

  /**
   * Returns an empty list of the removals with the least similarity to the kept document. Of
   * equally similar ones those come first that come first in {@code removed-by.tsv}.
   */
  static TopNotes<LeastSimilar> notes() {
    return new TopNotes<>(
        "least-similar-removals",
        COUNT,
        Comparator.comparingDouble(LeastSimilar::similarity)
            .thenComparingLong(least -> least.removal.keptColumn())
            .thenComparingLong(least -> least.removal.column()),
        LeastSimilar::line,
        LeastSimilar::new);
  }

  /** Adds a removal of a similarity in millionths to such a list. */
  static void add(TopNotes<LeastSimilar> removals, int similarity, Text line) {
    LeastSimilar last = removals.lastKept();
    if (last == null || similarity <= last.millionths()) { // few lines become strings
      removals.add(new LeastSimilar(line.toString()));
    }
  }

  /** Returns the similarity in millionths. */
  int millionths() {
    return (int) Math.round(similarity() * 1_000_000);
  }

  /** Returns the least similar removals of a stage's output, the least similar first. */
  public static List<Removal> read(Configuration conf, Path output) throws IOException {
    Path file = new Path(output, FILE);
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Removal::parse)
          .toList();
    }
  }
}
