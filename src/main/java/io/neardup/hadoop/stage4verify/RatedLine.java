package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.PairLine;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.similarity.Measure;
import java.io.IOException;
import java.util.Comparator;
import org.apache.hadoop.io.Text;

/**
 * The line of a kept pair with its Jaccard similarity, or signature similarity if that is unknown.
 */
record RatedLine(double similarity, String line) {

  /** How many of the most similar pairs are kept. */
  static final int COUNT = 10;

  /** Returns an empty list of the most similar pairs; of equally similar ones the first. */
  static TopNotes<RatedLine> mostSimilar() {
    return new TopNotes<>(
        "most-similar",
        COUNT,
        Comparator.comparingDouble((RatedLine pair) -> pair.similarity).reversed(),
        RatedLine::line,
        line -> new RatedLine(similarity(numbers(), new Text(line)), line));
  }

  /** Returns what {@link #add} reads lines with. */
  static PairLine numbers() {
    return new PairLine(Measure.JACCARD);
  }

  /** Adds the line of a pair to a list of {@link #mostSimilar}. */
  static void add(TopNotes<RatedLine> pairs, PairLine numbers, Text line) throws IOException {
    double similarity = similarity(numbers, line);
    RatedLine last = pairs.lastKept();
    if (last == null || similarity > last.similarity) { // few lines become strings
      pairs.add(new RatedLine(similarity, line.toString()));
    }
  }

  private static double similarity(PairLine numbers, Text line) throws IOException {
    numbers.read(line);
    return numbers.similarity();
  }
}
