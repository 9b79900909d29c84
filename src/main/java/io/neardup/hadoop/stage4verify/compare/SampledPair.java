package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.table.TopNotes;
import java.util.Comparator;
import org.apache.hadoop.io.Text;

/**
 * A compared pair that is kept as an example.
 *
 * @param i the smaller column
 * @param j the larger column
 * @param similarity 0 to 1: by the measure, or that of the signatures if it is unknown
 * @param line the line of the pair, as in {@code 4-pairs/}
 */
public record SampledPair(long i, long j, double similarity, String line) {

  /** How many pairs are kept on each side of the threshold. */
  static final int COUNT = 100;

  /** How far below the threshold a pair may be. */
  static final double MARGIN = 0.1;

  private static final int MOST_SIMILAR = 10;
  private static final Comparator<SampledPair> BY_SIMILARITY =
      Comparator.comparingDouble(SampledPair::similarity);

  /** Returns an empty list of the kept pairs that are most similar. */
  public static TopNotes<SampledPair> mostSimilar() {
    return notes("most-similar", MOST_SIMILAR, BY_SIMILARITY.reversed());
  }

  /** Returns an empty list of the {@value #COUNT} kept pairs that are least similar. */
  public static TopNotes<SampledPair> justAbove() {
    return notes("just-above", COUNT, BY_SIMILARITY);
  }

  /**
   * Returns an empty list of the {@value #COUNT} most similar of the compared pairs below the
   * threshold, the most similar first; none that is {@value #MARGIN} or more below it.
   */
  public static TopNotes<SampledPair> justBelow() {
    return notes("just-below", COUNT, BY_SIMILARITY.reversed());
  }

  private static TopNotes<SampledPair> notes(
      String name, int count, Comparator<SampledPair> order) {
    Comparator<SampledPair> byColumns =
        order.thenComparingLong(SampledPair::i).thenComparingLong(SampledPair::j);
    return new TopNotes<>(name, count, byColumns, SampledPair.class);
  }

  static void add(TopNotes<SampledPair> pairs, long i, long j, double similarity, Text line) {
    if (pairs.takes(new SampledPair(i, j, similarity, ""))) { // few lines become strings
      pairs.add(new SampledPair(i, j, similarity, line.toString()));
    }
  }
}
