package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;

/**
 * Assigns each reducer an equal number of consecutive ranges of buckets, in order; the hashes of a
 * band are cut into {@value #RANGES} ranges.
 */
public final class BandPartitioner extends OrderedPartitioner<BandKey, NullWritable> {

  /** Ranges of the hashes of a band. */
  public static final int RANGES = 1 << 16;

  /** How far a hash is shifted so that its range in the band is left. */
  public static final int RANGE_SHIFT = Long.SIZE - 16;

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
  public int getPartition(BandKey key, NullWritable nothing, int parts) {
    long range = (long) key.band() * RANGES + (key.hash() >>> RANGE_SHIFT);
    return ColumnPartition.part(range, (long) bands * RANGES, parts);
  }

  /** Returns the first range, counted over all bands, of a part; {@code all} for the last + 1. */
  public static long firstRange(int part, long all, int parts) {
    return (part * all + parts - 1) / parts;
  }
}
