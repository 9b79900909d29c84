package io.neardup.hadoop.stage4verify;

import java.io.IOException;

/**
 * A compared pair that is kept as an example.
 *
 * @param i the smaller column
 * @param j the larger column
 * @param similarity 0 to 1: by the measure, or that of the signatures if it is unknown
 * @param line the line of the pair, as in {@code 4-pairs/}
 */
public record SampledPair(long i, long j, double similarity, String line) {

  private static final int LINE = 3; // its place among the fields of a note

  /** Returns the line of a task's note: {@code i<TAB>j<TAB>similarity<TAB>line}. */
  String toNote() {
    return i + "\t" + j + "\t" + similarity + "\t" + line;
  }

  /** Parses the line of a task's note. */
  static SampledPair parse(String note) throws IOException {
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
