package io.neardup.text;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k characters (<i>Mining of Massive Datasets</i> 3.2.1): every window of k Unicode
 * code points. A text of 1 to k code points is one shingle, the whole text; an empty one has none.
 */
public final class CharShingler implements Shingler {

  private final Hasher64 hasher = Hashing.xxh3_64();
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
      out.add(hasher.hashBytesToLong(text, offset, length));
      return;
    }
    ShingleLists.presize(out, codePoints - k + 1);
    if (codePoints == length) {
      slideOverAscii(text, offset, limit, out);
    } else {
      slide(text, offset, limit, out);
    }
  }

  private void slideOverAscii(byte[] text, int offset, int limit, LongArrayList out) {
    for (int start = offset; start <= limit - k; start++) {
      out.add(hasher.hashBytesToLong(text, start, k));
    }
  }

  private void slide(byte[] text, int offset, int limit, LongArrayList out) {
    int end = offset;
    for (int i = 0; i < k; i++) {
      end += Utf8.lengthFromLead(text[end]);
    }
    int start = offset;
    out.add(hasher.hashBytesToLong(text, start, end - start));
    while (end < limit) {
      start += Utf8.lengthFromLead(text[start]);
      end += Utf8.lengthFromLead(text[end]);
      out.add(hasher.hashBytesToLong(text, start, end - start));
    }
  }
}
