package io.neardup.audit;

/**
 * An order of shingles in which those come first that are rare in the sample. The order is
 * arbitrary but fixed among shingles of about the same frequency. Frequencies are counted in a
 * table of bytes, where different shingles may share a count: that changes the order, but it stays
 * the same for all documents. A bitmap tells most rare shingles without the counts: it fits a
 * cache.
 *
 * <p>Memory: at most 8 MiB.
 */
final class RarityOrder {

  /** The bits of a key that order shingles of the same frequency. */
  static final int HASH_BITS = 60;

  /** A shingle in no more sampled documents is rare. */
  private static final int RARE = 2;

  private static final int RARE_BITS = 2; // of the next larger count
  private static final int MAX_COUNT = 255;
  private static final int MIN_SLOTS = 1 << 12;
  private static final int MAX_SLOTS = 1 << 23;
  private static final int SLOT_SHIFT = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** Bits of the bitmap for each frequent count. */
  private static final int BITS = 4;

  private final byte[] counts;
  private long[] frequent; // a bit for shingles that may be frequent; null while they are counted

  /**
   * @param elements about how many different shingles the sample has
   */
  RarityOrder(long elements) {
    long slots = Long.highestOneBit(Math.max(1, elements)) << 1;
    counts = new byte[(int) Math.max(MIN_SLOTS, Math.min(MAX_SLOTS, slots))];
  }

  /** Counts a shingle, once for each document that has it. */
  void count(long shingle) {
    int slot = slot(shingle * GOLDEN_RATIO);
    if ((counts[slot] & 0xff) < MAX_COUNT) {
      counts[slot]++;
    }
  }

  private int slot(long mixed) {
    return (int) (mixed >>> SLOT_SHIFT) & (counts.length - 1);
  }

  /** Returns a shingle's place among those of the same frequency: 0 to 2⁶⁰ − 1, spread evenly. */
  static long hash(long shingle) {
    return (shingle * GOLDEN_RATIO) >>> (Long.SIZE - HASH_BITS);
  }

  /** Ends the counting. */
  void freeze() {
    long slots = 0;
    for (byte count : counts) {
      slots += (count & 0xff) > RARE ? 1 : 0;
    }
    long bits = Long.highestOneBit(Math.max(MIN_SLOTS, BITS * slots));
    frequent = new long[(int) (bits / Long.SIZE)];
    for (int slot = 0; slot < counts.length; slot++) {
      if ((counts[slot] & 0xff) > RARE) {
        frequent[word(slot)] |= 1L << slot;
      }
    }
  }

  /** Returns whether the counting has ended. */
  boolean isFrozen() {
    return frequent != null;
  }

  private int word(int slot) {
    return slot / Long.SIZE & (frequent.length - 1);
  }

  /** Returns 1 if a shingle with a hash is rare, so that its key is its {@link #hash}; else 0. */
  int rare(long hash) {
    int slot = slot(hash << (Long.SIZE - HASH_BITS));
    return (int) (~frequent[word(slot)] >>> slot & 1);
  }

  /** Returns the key by which shingles are ordered, 0 to 2⁶³ − 1. */
  long key(long shingle) {
    return rare(hash(shingle)) == 1
        ? hash(shingle)
        : frequency(shingle) << HASH_BITS | hash(shingle);
  }

  /** Returns about the binary logarithm of the count of a shingle that is not rare, 1 to 7. */
  private long frequency(long shingle) {
    int count = counts[slot(shingle * GOLDEN_RATIO)] & 0xff;
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count) - RARE_BITS + 1);
  }

  /** Returns the bytes of memory for the counts of so many shingles. */
  static long bytes(long elements) {
    return Math.max(MIN_SLOTS, Math.min(2L * MAX_SLOTS, 3 * elements));
  }
}
