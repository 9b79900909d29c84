package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.PairLine;
import io.neardup.hadoop.table.Top;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.Comparator;
import org.apache.hadoop.io.Text;

/**
 * The {@value #COUNT} of the pairs added that have the greatest Jaccard similarity, or signature
 * similarity if that is unknown; of equally similar ones the first.
 */
final class MostSimilar {

  /** How many pairs are kept. */
  static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "most-similar";

  private final PairLine numbers = new PairLine(Measure.JACCARD);

  private record Pair(double similarity, String line) {}

  private final Top<Pair> pairs =
      new Top<>(COUNT, Comparator.comparingDouble(Pair::similarity).reversed());

  /** Adds the line of a pair. */
  void add(Text line) throws IOException {
    numbers.read(line);
    add(numbers.similarity(), line);
  }

  /** Adds a pair. */
  void add(double similarity, Text line) {
    Pair bar = pairs.bar();
    if (bar == null || similarity > bar.similarity) { // few lines become strings
      pairs.add(new Pair(similarity, line.toString()));
    }
  }

  /** Returns whether no pair was added. */
  boolean isEmpty() {
    return pairs.isEmpty();
  }

  /** Returns the lines of the pairs, the most similar first, each with a line break. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    pairs.list().forEach(pair -> lines.append(pair.line).append('\n'));
    return lines.toString();
  }
}
