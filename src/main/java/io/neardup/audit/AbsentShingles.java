package io.neardup.audit;

import java.util.Arrays;

/**
 * Rejects sets with so many shingles that no sampled set has that they are similar to none. A
 * bitmap holds the shingles of the sample. Different shingles may share a bit, so some shingles
 * that no sampled set has are taken for one that a sampled set has: a set may then be accepted in
 * vain, but no set that is similar to a sampled one is rejected.
 *
 * <p>Memory: a byte for each element of the sample, at most 2 MiB, and a byte for each element of a
 * set, at most 128 KiB. Not safe for use by several threads.
 */
final class AbsentShingles {

  private static final int MIN_WORDS = 1 << 6;
  // Of the cache of a core; a larger one would be slower to look at.
  private static final int MAX_WORDS = 1 << 18;
  private static final int MAX_SEEN_WORDS = 1 << 14;

  /** Elements of a set between two looks at whether there are enough. */
  private static final int STEP = 64;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final double threshold;
  private final long[] present;
  private final int presentShift;
  private long[] seen = new long[MIN_WORDS];

  /**
   * @param threshold t, above 0, at most 1
   * @param elements about how many elements all sampled sets have
   */
  AbsentShingles(double threshold, long elements) {
    this.threshold = threshold;
    present = new long[words(elements, MAX_WORDS)];
    presentShift = Long.numberOfLeadingZeros(present.length) + 1;
  }

  /** Returns the length of a bitmap that has eight bits for an element. */
  private static int words(long elements, int max) {
    long words = Long.highestOneBit(Math.max(1, elements / Long.BYTES)) << 1;
    return (int) Math.max(MIN_WORDS, Math.min(max, words));
  }

  /** Returns the bytes of memory for so many elements. */
  static long bytes(long elements) {
    return (long) Long.BYTES * words(elements, MAX_WORDS);
  }

  /** Adds a shingle of a sampled set. */
  void add(long shingle) {
    long mixed = shingle * GOLDEN_RATIO;
    present[(int) (mixed >>> presentShift)] |= 1L << mixed; // its low six bits
  }

  /**
   * Returns whether so many elements of a set are in no sampled set that it is similar to none.
   *
   * @param occurrences the elements from index 0 on, which may repeat
   * @param size how many
   */
  boolean tooMany(long[] occurrences, int size) {
    int most = size - Prefix.minShared(size, threshold);
    int words = words(size, MAX_SEEN_WORDS);
    if (seen.length < words) {
      seen = new long[words];
    } else {
      Arrays.fill(seen, 0, words, 0);
    }
    // Different elements may share a bit in "seen"; then too few are counted, never too many.
    int absent = 0;
    for (int from = 0; from < size && absent <= most; from += STEP) {
      int to = Math.min(size, from + STEP);
      for (int i = from; i < to; i++) { // without a branch that depends on the data
        long mixed = occurrences[i] * GOLDEN_RATIO;
        int word = (int) (mixed >>> Integer.SIZE) & (words - 1);
        long isNew = ~(present[(int) (mixed >>> presentShift)] | seen[word]) >>> mixed & 1;
        seen[word] |= isNew << mixed;
        absent += (int) isNew;
      }
    }
    return absent > most;
  }
}
