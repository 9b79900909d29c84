package io.neardup.hadoop.table;

import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the pairs whose smaller column is a given one, for ascending columns, in the columns files
 * that {@link PairsOutputFormat} writes. Holds no pairs in memory.
 */
public final class PairColumns extends ColumnLines {

  private static final int DECIMALS = 6;
  private static final int MILLION = 1_000_000;

  /** What an intersection and sizes are if verification is not exact. */
  static final int UNKNOWN = -1;

  private long larger;
  private int similarity;
  private int intersection;
  private int sizeOfSmaller;
  private int sizeOfLarger;

  /** Opens the files in a folder of pairs. */
  public PairColumns(Configuration conf, Path folder) throws IOException {
    super(conf, folder, PairsOutputFormat.COLUMNS + "-");
  }

  /**
   * Moves to the next pair of the column found by {@link #seek}; returns false if there is none.
   */
  public boolean nextPair() throws IOException {
    if (!inLine()) {
      long column = column();
      if (!next() || column() != column) {
        return false;
      }
    }
    readPair();
    return true;
  }

  /** Moves to the next pair of all; returns false if there is none. Use either this or a search. */
  public boolean nextOfAll() throws IOException {
    if (!next()) {
      return false;
    }
    readPair();
    return true;
  }

  private void readPair() throws IOException {
    larger = readNumber();
    expect('\t');
    long whole = readNumber();
    expect('.');
    int fraction = 0;
    for (int i = 0; i < DECIMALS; i++) {
      int digit = read();
      if (digit < '0' || digit > '9') {
        throw broken();
      }
      fraction = 10 * fraction + (digit - '0');
    }
    if (whole > 1 || larger <= column()) {
      throw broken();
    }
    similarity = (int) whole * MILLION + fraction;
    expect('\t');
    intersection = numberBefore('\t');
    sizeOfSmaller = numberBefore('\t');
    sizeOfLarger = numberBefore('\n');
  }

  /** Reads a number and the character after it; returns {@link #UNKNOWN} if there is no number. */
  private int numberBefore(char end) throws IOException {
    int number = UNKNOWN;
    for (int c = read(); c != end; c = read()) {
      if (c < '0' || c > '9') {
        throw broken();
      }
      number = 10 * Math.max(0, number) + (c - '0');
    }
    return number;
  }

  /** Returns the smaller column of the pair. */
  public long smaller() {
    return column();
  }

  /** Returns the larger column of the pair. */
  public long larger() {
    return larger;
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  /** Returns the {@link io.neardup.similarity.ExactSimilarity} of the pair. */
  public long exact(Measure measure) {
    return measure.exact(similarity, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Returns the size of the intersection; -1 if it is unknown. */
  public int intersection() {
    return intersection;
  }

  /** Returns the number of shingles of the larger column; -1 if it is unknown. */
  public int sizeOfLarger() {
    return sizeOfLarger;
  }

  /** Appends the line of the pair, without line break. */
  public void appendTo(LineBuilder line) {
    line.append(column()).append('\t').append(larger).append('\t').appendMillionths(similarity);
    appendSizes(line, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Appends the last three fields of a line; those that are {@link #UNKNOWN} are empty. */
  static void appendSizes(LineBuilder line, int intersection, int sizeOfSmaller, int sizeOfLarger) {
    append(line, intersection);
    append(line, sizeOfSmaller);
    append(line, sizeOfLarger);
  }

  private static void append(LineBuilder line, int number) {
    line.append('\t');
    if (number != UNKNOWN) {
      line.append(number);
    }
  }
}
