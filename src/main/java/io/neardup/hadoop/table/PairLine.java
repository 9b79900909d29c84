package io.neardup.hadoop.table;

import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Finds the similarity in a pair's line: the Jaccard similarity, which is the fourth of six fields,
 * or the third field if the fourth is empty. It searches from the end of the line, as ids may be
 * long.
 */
public final class PairLine {

  private PairLine() {}

  /** Returns the byte offset of the similarity. */
  public static int similarity(Text line) throws IOException {
    int fifth = fieldStart(line, fieldStart(line, line.getLength()) - 1);
    int fourth = fieldStart(line, fifth - 1);
    return fifth - 1 > fourth ? fourth : fieldStart(line, fourth - 1);
  }

  /** Returns the offset at which a field begins, given the offset of its end. */
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
   * Returns the offset at which a field ends.
   *
   * @throws IOException if no tab follows it
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
