package io.neardup.hadoop.stage4verify;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;

/** The few most similar pairs among those added; of equally similar ones the first. */
public final class MostSimilar {

  /** How many pairs are kept. */
  public static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "most-similar";

  private record Pair(double similarity, String line) {}

  private final List<Pair> pairs = new ArrayList<>(COUNT + 1);

  /** Adds a pair. */
  public void add(double similarity, Text line) {
    int rank = pairs.size();
    while (rank > 0 && pairs.get(rank - 1).similarity < similarity) {
      rank--;
    }
    if (rank < COUNT) {
      pairs.add(rank, new Pair(similarity, line.toString()));
      if (pairs.size() > COUNT) {
        pairs.remove(COUNT);
      }
    }
  }

  /** Returns whether no pair was added. */
  public boolean isEmpty() {
    return pairs.isEmpty();
  }

  /** Returns the lines of the pairs, the most similar first, each with a line break. */
  public String lines() {
    StringBuilder lines = new StringBuilder();
    pairs.forEach(pair -> lines.append(pair.line).append('\n'));
    return lines.toString();
  }
}
