package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
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

  private static final int LINE = 3; // its place among the fields of a note
  private static final Comparator<SampledPair> BY_SIMILARITY =
      Comparator.comparingDouble(SampledPair::similarity);

  /** Returns an empty list of the pairs closest to the threshold from above. */
  static TopNotes<SampledPair> justAbove() {
    return closest("just-above", BY_SIMILARITY);
  }

  /** Returns an empty list of the pairs closest to the threshold from below. */
  static TopNotes<SampledPair> justBelow() {
    return closest("just-below", BY_SIMILARITY.reversed());
  }

  private static TopNotes<SampledPair> closest(String name, Comparator<SampledPair> order) {
    return new TopNotes<>(
        name,
        COUNT,
        order.thenComparingLong(SampledPair::i).thenComparingLong(SampledPair::j),
        SampledPair::toNote,
        SampledPair::parse);
  }

  /** Adds a pair to one of these lists. */
  static void add(TopNotes<SampledPair> pairs, long i, long j, double similarity, Text line) {
    if (pairs.takes(new SampledPair(i, j, similarity, ""))) { // few lines become strings
      pairs.add(new SampledPair(i, j, similarity, line.toString()));
    }
  }

  /** Returns the line of a task's note: {@code i<TAB>j<TAB>similarity<TAB>line}. */
  private String toNote() {
    return i + "\t" + j + "\t" + similarity + "\t" + line;
  }

  /** Parses the line of a task's note. */
  private static SampledPair parse(String note) throws IOException {
    String[] fields = note.split("\t", LINE + 1);
    if (fields.length != LINE + 1) {
      throw new IOException("not a compared pair: " + note);
    }
    return new SampledPair(
        Long.parseLong(fields[0]),
        Long.parseLong(fields[1]),
        Double.parseDouble(fields[2]),
        fields[LINE]);
  }
}
