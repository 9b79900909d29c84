package io.neardup.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The windows of {@link CharShingler}, for comparing texts with each other: equal windows have
 * equal values, but these are no hashes of XXH3. Windows of up to {@value #MAX_SIZE} ASCII
 * characters are packed into 63 bits, so that different ones have different values; that is exact,
 * and several times as fast as hashing. Any other window has its XXH3 hash with the high bit set,
 * so that it differs from all packed ones. These values are then spread evenly over 64 bits, one to
 * one.
 */
final class PackedCharShingler extends CharShingler {

  private static final int ASCII_BITS = 7;

  /** The largest size of a shingle that can be packed. */
  static final int MAX_SIZE = (Long.SIZE - 1) / ASCII_BITS;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private static final int NONE = -1;

  private final long mask;
  private long window; // the last one, packed
  private int next = NONE; // where the window after it begins

  /**
   * Makes a shingler of windows of {@code k} code points, 1 to {@value #MAX_SIZE}.
   *
   * @throws IllegalArgumentException if {@code k} is out of range
   */
  PackedCharShingler(int k) {
    super(k);
    if (k > MAX_SIZE) {
      throw new IllegalArgumentException(k + " characters do not fit into 63 bits");
    }
    mask = (1L << (ASCII_BITS * k)) - 1;
  }

  @Override
  public void shingle(byte[] text, int offset, int length, LongArrayList out) {
    next = NONE;
    super.shingle(text, offset, length, out);
  }

  @Override
  long hash(byte[] text, int from, int length) {
    int end = from + length;
    if (from == next && length == k) {
      window = (window << ASCII_BITS | text[end - 1]) & mask;
    } else if (length == k && Utf8.endOfAscii(text, from, end) == end) {
      window = packed(text, from, length);
    } else {
      next = NONE;
      return spread(super.hash(text, from, length) | Long.MIN_VALUE);
    }
    next = from + 1;
    return spread(window);
  }

  private static long packed(byte[] text, int from, int length) {
    long packed = 0;
    for (int i = from; i < from + length; i++) {
      packed = packed << ASCII_BITS | text[i];
    }
    return packed;
  }

  /** Spreads values evenly, one to one: both steps can be undone. */
  private static long spread(long value) {
    long product = value * GOLDEN_RATIO;
    return product ^ (product >>> Integer.SIZE);
  }
}
