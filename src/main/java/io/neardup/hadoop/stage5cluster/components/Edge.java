package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Two different columns, from a line {@code column<TAB>column} or {@code
 * column<TAB>column<TAB>similarity}.
 */
public final class Edge {

  private final NumberParser numbers = new NumberParser("a pair of columns");
  private long smaller;
  private long larger;
  private int similarity;

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
    similarity = numbers.accept('\t') ? numbers.millionths() : 0;
    numbers.expectEnd();
    if (first == second) {
      throw numbers.broken();
    }
    smaller = Math.min(first, second);
    larger = Math.max(first, second);
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
}
