package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k words (<i>Mining of Massive Datasets</i> 3.2.1, with words for characters): k
 * consecutive {@link WordBoundaries words}, joined by one space. A text of 1 to k words is one
 * shingle, all its words; a text without words has no shingle. Not safe for use by several threads.
 */
public final class WordShingler implements Shingler {

  private final Utf8Buffer joined = new Utf8Buffer();
  private final Words words;
  private final int k;

  /**
   * Makes a shingler of windows of {@code k} words.
   *
   * @throws IllegalArgumentException if {@code k} is less than 1
   */
  public WordShingler(int k, WordBoundaries boundaries) {
    this.k = ShingleSettings.requirePositive(k);
    words = new Words(boundaries);
  }

  @Override
  public void shingle(byte[] text, int offset, int length, LongArrayList out) {
    Objects.checkFromIndexSize(offset, length, text.length);
    int count = words.join(text, offset, length, joined);
    if (count > 0) {
      ShingleLists.presize(out, count - k + 1);
      slide(joined.bytes(), joined.length(), Math.min(k, count), out);
    }
    joined.clear();
  }

  private void slide(byte[] all, int length, int window, LongArrayList out) {
    int end = -1;
    for (int i = 0; i < window; i++) {
      end = Words.endOfWord(all, end + 1, length);
    }
    int start = 0;
    out.add(ShortXxh3.hash(all, start, end - start));
    while (end < length) {
      start = Words.endOfWord(all, start, length) + 1;
      end = Words.endOfWord(all, end + 1, length);
      out.add(ShortXxh3.hash(all, start, end - start));
    }
  }
}
