package io.neardup.hadoop.stopshingles;

import org.apache.hadoop.conf.Configuration;

/**
 * Equal ranges of 64-bit hashes in unsigned order; the hashes of one range are sorted together.
 * Each range receives about the same number of hashes.
 *
 * @param bits the number of high bits of a hash that give its range, 0 to 16
 */
record HashRanges(int bits) {

  private static final int MAX_BITS = 16;

  /** Maximum hashes of a range, about, if they are spread evenly. */
  private static final long MAX_IN_RANGE = 1 << 17;

  private static final String BITS = "neardup-internal.hash-range-bits";

  /**
   * Returns the fewest ranges that will do, or as many as there can be.
   *
   * @param hashes how many there are
   * @param minRanges how many ranges there are at least
   */
  static HashRanges choose(long hashes, long minRanges) {
    int bits = 0;
    while (bits < MAX_BITS && (hashes >> bits > MAX_IN_RANGE || 1L << bits < minRanges)) {
      bits++;
    }
    return new HashRanges(bits);
  }

  static HashRanges of(Configuration conf) {
    return new HashRanges(conf.getInt(BITS, 0));
  }

  void configure(Configuration conf) {
    conf.setInt(BITS, bits);
  }

  int count() {
    return 1 << bits;
  }

  /** Returns the range of a hash, 0 to 2^bits − 1. */
  int range(long hash) {
    return bits == 0 ? 0 : (int) (hash >>> (Long.SIZE - bits));
  }
}
