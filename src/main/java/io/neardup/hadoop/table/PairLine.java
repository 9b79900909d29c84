package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Where a pair's line has its similarity: the Jaccard similarity, the fourth of six fields, or
 * where that is empty the field before it. Found from the end of the line, as ids may be long.
 */
public final class PairLine {

  private PairLine() {}

  /** Returns where the similarity begins. */
  public static int similarity(Text line) throws IOException {
    int fifth = fieldStart(line, fieldStart(line, line.getLength()) - 1);
    int fourth = fieldStart(line, fifth - 1);
    return fifth - 1 > fourth ? fourth : fieldStart(line, fourth - 1);
  }

  /** Returns where the field begins that ends at a byte. */
  private static int fieldStart(Text line, int end) throws IOException {
    byte[] bytes = line.getBytes();
    for (int i = end - 1; i >= 0; i--) {
      if (bytes[i] == '\t') {
        return i + 1;
      }
    }
    throw new IOException("not a pair: " + line);
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
