package io.neardup.hadoop.stage5cluster;

import java.io.IOException;
import org.apache.hadoop.io.Text;

/** Two different columns, from a line {@code column<TAB>column}. */
final class Edge {

  private long smaller;
  private long larger;

  /**
   * Takes the columns of a line.
   *
   * @throws IOException if it is none of two different columns
   */
  void parse(Text line) throws IOException {
    byte[] bytes = line.getBytes();
    int length = line.getLength();
    long first = 0;
    long number = 0;
    int tabs = 0;
    int digits = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        number = number * 10 + (bytes[i] - '0');
        digits++;
      } else if (bytes[i] == '\t' && digits > 0 && tabs == 0) {
        first = number;
        number = 0;
        digits = 0;
        tabs++;
      } else {
        throw new IOException("not a pair of columns: " + line);
      }
    }
    if (tabs == 0 || digits == 0 || first == number) {
      throw new IOException("not a pair of columns: " + line);
    }
    smaller = Math.min(first, number);
    larger = Math.max(first, number);
  }

  long smaller() {
    return smaller;
  }

  long larger() {
    return larger;
  }
}
