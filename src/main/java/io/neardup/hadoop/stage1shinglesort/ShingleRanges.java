package io.neardup.hadoop.stage1shinglesort;

import org.apache.hadoop.conf.Configuration;

/**
 * How the 64-bit shingles are cut into equal ranges, in unsigned order: the pairs of one range of a
 * block are sorted together. Shingles being hashes, about as many pairs fall into each.
 *
 * @param bits the high bits of a shingle that number its range, 0 to 16
 */
record ShingleRanges(int bits) {

  private static final int MOST_BITS = 16;

  /** How many pairs a range of a block is to have, about. */
  private static final long PAIRS = 1 << 17;

  private static final String BITS = "neardup-internal.shingle-range-bits";

  /** Returns the ranges for blocks of about so many pairs. */
  static ShingleRanges choose(long pairsOfBlock) {
    int bits = 0;
    while (bits < MOST_BITS && pairsOfBlock >> bits > PAIRS) {
      bits++;
    }
    return new ShingleRanges(bits);
  }

  static ShingleRanges of(Configuration conf) {
    return new ShingleRanges(conf.getInt(BITS, 0));
  }

  void configure(Configuration conf) {
    conf.setInt(BITS, bits);
  }

  /** Returns the range of a shingle, 0 to 2^bits − 1. */
  int range(long shingle) {
    return bits == 0 ? 0 : (int) (shingle >>> (Long.SIZE - bits));
  }
}
