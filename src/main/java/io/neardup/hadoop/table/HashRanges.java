package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;

/**
 * Equal ranges of 64-bit hashes in unsigned order; the hashes of one range are sorted together.
 * Each range receives about the same number of hashes.
 *
 * @param bits the number of high bits of a hash that give its range, 0 to 16
 */
public record HashRanges(int bits) {

  private static final int MAX_BITS = 16;

  private static final String BITS = "neardup-internal.hash-range-bits";

  /**
   * Returns the fewest ranges that will do, or as many as there can be.
   *
   * @param hashes how many there are
   * @param maxInRange how many of them a range has at most, if they are spread evenly
   * @param minRanges how many ranges there are at least
   */
  public static HashRanges choose(long hashes, long maxInRange, long minRanges) {
    int bits = 0;
    while (bits < MAX_BITS && (hashes >> bits > maxInRange || 1L << bits < minRanges)) {
      bits++;
    }
    return new HashRanges(bits);
  }

  /** Returns the ranges of a job. */
  public static HashRanges of(Configuration conf) {
    return new HashRanges(conf.getInt(BITS, 0));
  }

  /** Makes these the ranges of a job. */
  public void configure(Configuration conf) {
    conf.setInt(BITS, bits);
  }

  /** Returns the number of ranges. */
  public int count() {
    return 1 << bits;
  }

  /** Returns the range of a hash, 0 to 2^bits − 1. */
  public int range(long hash) {
    return bits == 0 ? 0 : (int) (hash >>> (Long.SIZE - bits));
  }
}
