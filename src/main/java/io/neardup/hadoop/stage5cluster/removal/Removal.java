package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.TopNotes;
import java.util.Comparator;

/**
 * A line of {@code removed-by.tsv}: thirteen fields, of which those that do not apply are empty.
 *
 * @param id of the removed document
 * @param keptId the id of the document that is kept in its place; empty with {@link #NO_SHINGLES}
 * @param similarity of the two, 0 to 1; NaN if the line has none
 * @param reason {@link #PAIR}, {@link #LINK} or {@link #NO_SHINGLES}
 * @param column of the removed document
 * @param file where the removed document is; empty for sets
 * @param position where it is in the file; empty for sets
 * @param keptColumn the column of the kept document; {@link #NONE} if there is none
 * @param keptFile where the kept document is; empty for sets
 * @param keptPosition where it is in the file; empty for sets
 * @param linkId with {@link #LINK}, the id of the document that the link goes through. With direct
 *     linking it is a removed document near both; otherwise, of all that make a verified pair with
 *     that, the most similar, of equal ones the first
 * @param linkColumn its column; {@link #NONE} if there is none
 * @param linkSimilarity its similarity to the removed document; NaN if there is none
 */
public record Removal(
    String id,
    String keptId,
    double similarity,
    String reason,
    long column,
    String file,
    String position,
    long keptColumn,
    String keptFile,
    String keptPosition,
    String linkId,
    long linkColumn,
    double linkSimilarity) {

  /** The reason if the two documents make a verified pair. */
  public static final String PAIR = "pair";

  /** The reason if a chain of verified pairs connects the two documents, and no single pair. */
  public static final String LINK = "link";

  /** The reason if the document has no shingle. */
  public static final String NO_SHINGLES = "no-shingles";

  /** The column of no document. */
  public static final long NONE = -1;

  /** How many of the least similar removals are noted. */
  public static final int MAX_LEAST_SIMILAR = 100;

  private static final int FIELDS = 13;

  /**
   * Appends where a document is, as three fields without a tab before or after them: column, file
   * below the input and {@linkplain io.neardup.hadoop.corpus.DocumentWritable#position position}.
   * For sets, which are in files that neardup wrote, file and position are empty.
   */
  public static void appendPlace(
      LineBuilder line, boolean sets, long column, String file, long position) {
    line.append(column).append('\t');
    if (sets) {
      line.append('\t');
    } else {
      line.append(file).append('\t').append(position);
    }
  }

  /**
   * Parses a line, without its line break.
   *
   * @throws IllegalArgumentException if it is not of this format
   */
  public static Removal parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not a line of removed-by.tsv: " + line);
    }
    return new Removal(
        fields[0],
        fields[1],
        number(fields[2]),
        fields[3],
        column(fields[4]),
        fields[5],
        fields[6],
        column(fields[7]),
        fields[8],
        fields[9],
        fields[10],
        column(fields[11]),
        number(fields[12]));
  }

  /**
   * Returns an empty list of the lines with the least similarity to the kept document. Of equally
   * similar ones those come first that come first in {@code removed-by.tsv}.
   */
  static TopNotes<String> leastSimilar() {
    Comparator<Removal> order =
        Comparator.comparingDouble(Removal::similarity)
            .thenComparingLong(Removal::keptColumn)
            .thenComparingLong(Removal::column);
    return new TopNotes<>(
        "least-similar-removals",
        MAX_LEAST_SIMILAR,
        Comparator.comparing(Removal::parse, order),
        line -> line,
        line -> line);
  }

  int millionths() {
    return (int) Math.round(similarity * 1_000_000);
  }

  private static double number(String field) {
    return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
  }

  private static long column(String field) {
    return field.isEmpty() ? NONE : Long.parseLong(field);
  }
}
