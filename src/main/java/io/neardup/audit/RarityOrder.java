package io.neardup.audit;

/**
 * An order of shingles in which those come first that are rare in the sample. The order is
 * arbitrary but fixed among shingles of about the same frequency. Frequencies are counted in a
 * table of bytes, where different shingles may share a count: that changes the order, but it stays
 * the same for all documents.
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

  private final byte[] counts;

  /**
   * @param elements about how many different shingles the sample has
   */
  RarityOrder(long elements) {
    long slots = Long.highestOneBit(Math.max(1, elements)) << 1;
    counts = new byte[(int) Math.max(MIN_SLOTS, Math.min(MAX_SLOTS, slots))];
  }

  /** Counts a shingle, once for each document that has it, before the first key is asked for. */
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

  /** Returns whether a shingle with a hash is rare, so that its key is its {@link #hash}. */
  boolean isRare(long hash) {
    return (counts[slot(hash << (Long.SIZE - HASH_BITS))] & 0xff) <= RARE;
  }

  /** Returns the key by which shingles are ordered, 0 to 2⁶³ − 1. */
  long key(long shingle) {
    int count = counts[slot(shingle * GOLDEN_RATIO)] & 0xff;
    // About the binary logarithm of the count: 0 if it is rare, else 1 to 7.
    long frequency =
        count <= RARE ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count) - RARE_BITS + 1;
    return frequency << HASH_BITS | hash(shingle);
  }

  /** Returns the bytes of memory for the counts of so many shingles. */
  static long bytes(long elements) {
    return Math.max(MIN_SLOTS, Math.min(2L * MAX_SLOTS, 3 * elements));
  }
}
