package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * The elements of a document that is a set, not a text. Each line, separated by {@code '\n'}, is
 * one element, and the element itself is the shingle. Empty lines are skipped.
 */
public final class ElementShingler implements Shingler {

  @Override
  public void shingle(byte[] text, int offset, int length, LongArrayList out) {
    Objects.checkFromIndexSize(offset, length, text.length);
    int limit = offset + length;
    ShingleLists.presize(out, countLines(text, offset, limit));
    int start = offset;
    while (start < limit) {
      int end = Utf8.indexOf(text, start, limit, '\n');
      if (end > start) {
        out.add(ShortXxh3.hash(text, start, end - start));
      }
      start = end + 1;
    }
  }

  private static int countLines(byte[] text, int offset, int limit) {
    int lines = 1;
    for (int i = offset; i < limit; i++) {
      if (text[i] == '\n') {
        lines++;
      }
    }
    return lines;
  }
}
