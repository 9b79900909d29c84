package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.NumberParser;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Two different columns, from a line {@code column<TAB>column} of a forest or a line {@code
 * i<TAB>j<TAB>similarity<TAB>intersection<TAB>size of i<TAB>size of j} of a pair, whose last three
 * fields may be empty.
 */
public final class Edge {

  private final NumberParser numbers = new NumberParser("a pair of columns");
  private long smaller;
  private long larger;
  private int similarity;
  private int intersection;
  private int sizeOfSmaller;
  private int sizeOfLarger;

  /**
   * Takes the columns of a line.
   *
   * @throws IOException if the line is not of this format or the columns are equal
   */
  public void parse(Text line) throws IOException {
    numbers.start(line);
    long first = numbers.number();
    numbers.expect('\t');
    long second = numbers.number();
    if (first == second) {
      throw numbers.broken();
    }
    smaller = Math.min(first, second);
    larger = Math.max(first, second);
    similarity = 0;
    intersection = 0;
    sizeOfSmaller = 0;
    sizeOfLarger = 0;
    if (numbers.accept('\t')) {
      readPair();
    }
    numbers.expectEnd();
  }

  private void readPair() throws IOException {
    similarity = numbers.millionths();
    numbers.expect('\t');
    if (numbers.accept('\t')) { // verified by signature
      numbers.expect('\t');
      return;
    }
    intersection = (int) numbers.number();
    numbers.expect('\t');
    sizeOfSmaller = (int) numbers.number();
    numbers.expect('\t');
    sizeOfLarger = (int) numbers.number();
  }

  /** Returns the smaller column. */
  public long smaller() {
    return smaller;
  }

  /** Returns the larger column. */
  public long larger() {
    return larger;
  }

  /** Returns the similarity in millionths; 0 if the line has none. */
  public int similarity() {
    return similarity;
  }

  /** Returns the {@link io.neardup.similarity.ExactSimilarity} of a pair. */
  public long exact(Measure measure) {
    return measure.exact(similarity, intersection, sizeOfSmaller, sizeOfLarger);
  }

  /** Returns how many shingles both have; 0 if the line has no sizes. */
  public int intersection() {
    return intersection;
  }

  /** Returns how many shingles the smaller column has; 0 if the line has no sizes. */
  public int sizeOfSmaller() {
    return sizeOfSmaller;
  }

  /** Returns how many shingles the larger column has; 0 if the line has no sizes. */
  public int sizeOfLarger() {
    return sizeOfLarger;
  }
}
