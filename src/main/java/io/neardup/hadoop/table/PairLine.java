package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Where a pair's line has its similarity: the Jaccard similarity, the fourth field, or where that
 * is empty the field before it.
 */
public final class PairLine {

  private PairLine() {}

  /** Returns where the similarity begins. */
  public static int similarity(Text line) throws IOException {
    int third = fieldEnd(line, fieldEnd(line, 0) + 1) + 1;
    int fourth = fieldEnd(line, third) + 1;
    return fieldEnd(line, fourth) > fourth ? fourth : third;
  }

  /**
   * Returns where a field ends.
   *
   * @throws IOException if no tab is behind it
   */
  public static int fieldEnd(Text line, int from) throws IOException {
    byte[] bytes = line.getBytes();
    for (int i = from; i < line.getLength(); i++) {
      if (bytes[i] == '\t') {
        return i;
      }
    }
    throw new IOException("not a pair: " + line);
  }
}
