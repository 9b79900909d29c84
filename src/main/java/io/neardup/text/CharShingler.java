package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k characters (<i>Mining of Massive Datasets</i> 3.2.1): every window of k Unicode
 * code points. A text of 1 to k code points is one shingle, the whole text; an empty one has none.
 */
public final class CharShingler implements Shingler {

  private final int k;

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
    int codePoints = Utf8.codePoints(text, offset, limit);
    if (codePoints <= k) {
      out.add(ShortXxh3.hash(text, offset, length));
      return;
    }
    int from = ShingleLists.extend(out, codePoints - k + 1);
    slide(text, offset, limit, out.elements(), from);
  }

  private void slide(byte[] text, int offset, int limit, long[] hashes, int from) {
    int start = offset;
    int end = offset;
    for (int i = 0; i < k; i++) {
      end += Utf8.lengthFromLead(text[end]);
    }
    int at = from;
    while (true) {
      if (end - start == k) { // all ASCII, as what follows often is too
        end = Utf8.endOfAscii(text, end, limit);
        at = slideOverAscii(text, start, end, hashes, at);
        start = end - k;
      } else {
        hashes[at++] = ShortXxh3.hash(text, start, end - start);
      }
      if (end == limit) {
        return;
      }
      start += Utf8.lengthFromLead(text[start]);
      end += Utf8.lengthFromLead(text[end]);
    }
  }

  private int slideOverAscii(byte[] text, int start, int end, long[] hashes, int from) {
    int windows = end - start - k + 1;
    if (k > Long.BYTES && k <= 2 * Long.BYTES) { // the default, in a loop without a branch
      for (int w = 0; w < windows; w++) {
        hashes[from + w] = ShortXxh3.hash9To16(text, start + w, k);
      }
    } else {
      for (int w = 0; w < windows; w++) {
        hashes[from + w] = ShortXxh3.hash(text, start + w, k);
      }
    }
    return from + windows;
  }
}
