package io.neardup.hadoop.stage4verify;

import java.io.IOException;

/**
 * A compared pair that is kept as an example.
 *
 * @param i the smaller column
 * @param j the larger column
 * @param similarity 0 to 1: the Jaccard similarity, or that of the signatures if it is unknown
 * @param line the line of the pair, as in {@code 4-pairs/}
 */
public record SampledPair(long i, long j, double similarity, String line) {

  private static final int FIELDS = 8;

  /** Returns the line of a task's note: {@code i<TAB>j<TAB>line}. */
  String toNote() {
    return i + "\t" + j + "\t" + line;
  }

  /** Parses the line of a task's note. */
  static SampledPair parse(String note) throws IOException {
    String[] fields = note.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IOException("not a compared pair: " + note);
    }
    double similarity =
        fields[7].isEmpty()
            ? Double.parseDouble(fields[4])
            : Double.parseDouble(fields[6]) / Double.parseDouble(fields[7]);
    int ids = note.indexOf('\t', note.indexOf('\t') + 1) + 1;
    return new SampledPair(
        Long.parseLong(fields[0]), Long.parseLong(fields[1]), similarity, note.substring(ids));
  }

  /** Returns the id of the document of column i. */
  public String idA() {
    return field(0);
  }

  /** Returns the id of the document of column j. */
  public String idB() {
    return field(1);
  }

  private String field(int index) {
    return line.split("\t", -1)[index];
  }
}
