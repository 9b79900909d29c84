package io.neardup.text;

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

  private final long mask;

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
  long hash(byte[] text, int from, int length) {
    if (length == k && Utf8.endOfAscii(text, from, from + length) == from + length) {
      return spread(packed(text, from, length));
    }
    return spread(super.hash(text, from, length) | Long.MIN_VALUE);
  }

  @Override
  void hashAscii(byte[] text, int from, int windows, long[] hashes) {
    long window = packed(text, from, k - 1);
    int last = from + k - 1;
    for (int w = 0; w < windows; w++) {
      window = (window << ASCII_BITS | text[last + w]) & mask;
      hashes[w] = spread(window);
    }
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
