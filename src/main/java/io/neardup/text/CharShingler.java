package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k characters (<i>Mining of Massive Datasets</i> 3.2.1): every window of k Unicode
 * code points. A text of 1 to k code points is one shingle, the whole text; an empty one has none.
 * Not safe for use by several threads.
 */
public class CharShingler implements Shingler {

  /** How many code points a window has. */
  final int k;

  /**
   * Makes a shingler of windows of {@code k} code points.
   *
   * @throws IllegalArgumentException if {@code k} is less than 1
   */
  public CharShingler(int k) {
    this.k = ShingleSettings.requirePositive(k);
  }

  @Override
  public void shingle(byte[] text, int offset, int length, LongArrayList out) {
    Objects.checkFromIndexSize(offset, length, text.length);
    if (length == 0) {
      return;
    }
    int limit = offset + length;
    ShingleLists.presize(out, Utf8.codePoints(text, offset, limit) - k + 1);
    int end = offset;
    for (int i = 0; i < k && end < limit; i++) {
      end += Utf8.length(text[end]);
    }
    out.add(hash(text, offset, end - offset));
    for (int start = offset; end < limit; ) {
      start += Utf8.length(text[start]);
      end += Utf8.length(text[end]);
      out.add(hash(text, start, end - start));
    }
  }

  /** Hashes one shingle; called in the order of the text. */
  long hash(byte[] text, int from, int length) {
    return XXH3.hashBytesToLong(text, from, length);
  }
}
