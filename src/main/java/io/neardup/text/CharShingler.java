package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k characters (<i>Mining of Massive Datasets</i> 3.2.1): every window of k Unicode
 * code points. A text of 1 to k code points is one shingle, the whole text; an empty one has none.
 */
public final class CharShingler implements Shingler {

  /** Windows of ASCII hashed at once: their hashes stay in the L1 cache. */
  private static final int ASCII_BLOCK = 512;

  /**
   * Windows of non-ASCII text hashed at once: fewer, because the text may return to ASCII after one
   * character.
   */
  private static final int ANY_BLOCK = 64;

  private final int k;
  private final boolean summed; // all windows have 9 to 64 bytes
  private final int[] starts;

  /**
   * Makes a shingler of windows of {@code k} code points.
   *
   * @throws IllegalArgumentException if {@code k} is less than 1
   */
  public CharShingler(int k) {
    this.k = ShingleSettings.requirePositive(k);
    summed = k >= ShortXxh3.MIN_SUMMED && k * Utf8.MAX_BYTES <= ShortXxh3.MAX_BYTES;
    starts = new int[ANY_BLOCK + k];
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
    int windows = codePoints - k + 1;
    int from = ShingleLists.extend(out, windows);
    slide(text, offset, limit, out.elements(), from, from + windows);
  }

  /** Hashes the windows of a text of k characters or more, into {@code hashes[from … to − 1]}. */
  private void slide(byte[] text, int offset, int limit, long[] hashes, int from, int to) {
    int start = offset;
    int at = from;
    while (at < to) {
      int blockEnd = (int) Math.min(limit, start + (ASCII_BLOCK + k - 1L));
      int windows = Utf8.endOfAscii(text, start, blockEnd) - start - k + 1;
      if (windows > 0) {
        overAscii(text, start, windows, hashes, at);
        start += windows;
      } else {
        windows = overAny(text, start, limit, hashes, at);
        start = starts[windows];
      }
      if (summed) { // a separate loop, so that the compiler vectorizes it
        ShortXxh3.finish(hashes, at, at + windows);
      }
      at += windows;
    }
  }

  private void overAscii(byte[] text, int from, int windows, long[] hashes, int at) {
    for (int w = 0; w < windows; w++) {
      hashes[at + w] = hashOrSum(text, from + w, k);
    }
  }

  /**
   * Hashes the next windows and writes to {@code starts} where they begin. Stops after the last one
   * that starts with a non-ASCII character: the rest may be ASCII, which is hashed faster.
   *
   * @return how many windows were hashed, 1 or more
   */
  private int overAny(byte[] text, int from, int limit, long[] hashes, int at) {
    int windows = Utf8.starts(text, from, limit, starts) - k;
    while (windows > 1 && text[starts[windows - 1]] >= 0) {
      windows--;
    }
    for (int w = 0; w < windows; w++) {
      hashes[at + w] = hashOrSum(text, starts[w], starts[w + k] - starts[w]);
    }
    return windows;
  }

  private long hashOrSum(byte[] text, int from, int length) {
    return summed ? ShortXxh3.sum9To64(text, from, length) : ShortXxh3.hash(text, from, length);
  }
}
