package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.ColumnPartition;
import org.apache.hadoop.conf.Configuration;

/**
 * The ranges of buckets, in order, that the keys of a {@link BucketMapper} are: the hashes of each
 * band are cut into {@value #RANGES}.
 */
public final class BucketRanges {

  private static final int RANGE_BITS = 9;

  /** Ranges of the hashes of a band. */
  public static final int RANGES = 1 << RANGE_BITS;

  /** How far a hash is shifted so that its range in the band is left. */
  private static final int SHIFT = Long.SIZE - RANGE_BITS;

  private BucketRanges() {}

  /** Makes each reducer get an equal number of consecutive ranges of so many bands. */
  public static void setBands(Configuration conf, int bands) {
    ColumnPartition.setColumns(conf, (long) bands * RANGES);
  }

  /** Returns the range of a hash, counted over all bands. */
  static long range(int band, long hash) {
    return (long) band * RANGES + (hash >>> SHIFT);
  }

  /** Returns the band of a range. */
  public static int band(long range) {
    return (int) (range / RANGES);
  }

  /** Returns the least hash of a range. */
  public static long leastHash(long range) {
    return range << SHIFT;
  }

  /** Returns the first range, counted over all bands, of a part; {@code all} for the last + 1. */
  public static long firstRange(int part, long all, int parts) {
    return (part * all + parts - 1) / parts;
  }
}
