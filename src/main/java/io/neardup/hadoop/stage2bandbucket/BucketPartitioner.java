package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Assigns each reducer an equal number of consecutive ranges of buckets, in order; the hashes of a
 * band are cut into {@value #RANGES} ranges.
 */
public final class BucketPartitioner extends OrderedPartitioner<LongWritable, BytesWritable> {

  private static final int RANGE_BITS = 9;

  /** Ranges of the hashes of a band. */
  public static final int RANGES = 1 << RANGE_BITS;

  /** How far a hash is shifted so that its range in the band is left. */
  private static final int SHIFT = Long.SIZE - RANGE_BITS;

  private static final String ALL_BANDS = "neardup-internal.bands-of-keys";

  private int bands;

  /** Sets how many bands keys have, if not as many as signatures. */
  public static void setBands(Configuration conf, int bands) {
    conf.setInt(ALL_BANDS, bands);
  }

  @Override
  protected void configure(Configuration newConf) {
    bands = newConf.getInt(ALL_BANDS, HadoopSettings.of(newConf).getInt(Keys.BANDS));
  }

  @Override
  public int getPartition(LongWritable range, BytesWritable entries, int parts) {
    return ColumnPartition.part(range.get(), (long) bands * RANGES, parts);
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
