package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Shingles of k characters (<i>Mining of Massive Datasets</i> 3.2.1): every window of k Unicode
 * code points. A text of 1 to k code points is one shingle, the whole text; an empty one has none.
 * Not safe for use by several threads.
 */
public class CharShingler implements Shingler {

  /** Windows of ASCII hashed at once: their hashes stay in the L1 cache. */
  private static final int ASCII_BLOCK = 512;

  /**
   * Windows of non-ASCII text hashed at once: fewer, because the text may return to ASCII after one
   * character.
   */
  private static final int ANY_BLOCK = 64;

  /** How many code points a window has. */
  final int k;

  private final int[] starts;
  private final long[] block = new long[ASCII_BLOCK];

  /**
   * Makes a shingler of windows of {@code k} code points.
   *
   * @throws IllegalArgumentException if {@code k} is less than 1
   */
  public CharShingler(int k) {
    this.k = ShingleSettings.requirePositive(k);
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
      out.add(hash(text, offset, length));
      return;
    }
    int windows = codePoints - k + 1;
    ShingleLists.presize(out, windows);
    slide(text, offset, limit, windows, out);
  }

  /** Appends the hashes of the windows of a text of more than k characters. */
  private void slide(byte[] text, int offset, int limit, int all, LongArrayList out) {
    int start = offset;
    int windows;
    for (int rest = all; rest > 0; rest -= windows) {
      int blockEnd = (int) Math.min(limit, start + (ASCII_BLOCK + k - 1L));
      windows = Utf8.endOfAscii(text, start, blockEnd) - start - k + 1;
      if (windows > 0) {
        hashAscii(text, start, windows, block);
        start += windows;
      } else {
        windows = overAny(text, start, limit);
        start = starts[windows];
      }
      out.addElements(out.size(), block, 0, windows);
    }
  }

  /** Hashes one shingle. */
  long hash(byte[] text, int from, int length) {
    return ShortXxh3.hash(text, from, length);
  }

  /** Hashes windows of ASCII characters, the first of which begins at {@code from}. */
  void hashAscii(byte[] text, int from, int windows, long[] hashes) {
    ShortXxh3.hashWindows(text, from, k, windows, hashes);
  }

  /**
   * Hashes the next windows into the block and writes to {@code starts} where they begin. Stops
   * after the last one that starts with a non-ASCII character: the rest may be ASCII, which is
   * hashed faster.
   *
   * @return how many windows were hashed, 1 or more
   */
  private int overAny(byte[] text, int from, int limit) {
    int windows = Utf8.starts(text, from, limit, starts) - k;
    while (windows > 1 && text[starts[windows - 1]] >= 0) {
      windows--;
    }
    for (int w = 0; w < windows; w++) {
      block[w] = hash(text, starts[w], starts[w + k] - starts[w]);
    }
    return windows;
  }
}
