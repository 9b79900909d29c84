package io.neardup.hadoop.stage2bandbucket;

import org.apache.hadoop.conf.Configuration;

/**
 * How the 64-bit hashes of a band are cut into equal ranges, in unsigned order: the columns of one
 * range of a band are sorted together, and a range belongs to one reduce task.
 *
 * @param bits the high bits of a hash that number its range, 0 to 16
 */
record BandRanges(int bits) {

  private static final int MOST_BITS = 16;

  /** How many columns a range of a band has at most, if their hashes are spread evenly. */
  private static final long COLUMNS = 1 << 18;

  /** How many ranges a reduce task is to have at least, so that the shares are about equal. */
  private static final long PER_REDUCER = 8;

  private static final String BITS = "neardup-internal.band-range-bits";

  /** Returns the ranges for so many columns. */
  static BandRanges choose(long columns, int bands, int reducers) {
    int bits = 0;
    while (bits < MOST_BITS
        && (columns >> bits > COLUMNS || ((long) bands << bits) < PER_REDUCER * reducers)) {
      bits++;
    }
    return new BandRanges(bits);
  }

  static BandRanges of(Configuration conf) {
    return new BandRanges(conf.getInt(BITS, 0));
  }

  void configure(Configuration conf) {
    conf.setInt(BITS, bits);
  }

  /** Returns the number of ranges of a band. */
  int count() {
    return 1 << bits;
  }

  /** Returns the range of a hash, 0 to 2^bits − 1. */
  int range(long hash) {
    return bits == 0 ? 0 : (int) (hash >>> (Long.SIZE - bits));
  }
}
