package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/** Assigns each reducer an about equal number of consecutive ranges (band, range), in order. */
public final class BandPartitioner extends OrderedPartitioner<BandRunKey, BytesWritable> {

  private static final String ALL_BANDS = "neardup-internal.bands-of-keys";

  private int bands;
  private int ranges; // of a band

  /** Sets how many bands keys have, if not as many as signatures. */
  public static void setBands(Configuration conf, int bands) {
    conf.setInt(ALL_BANDS, bands);
  }

  @Override
  protected void configure(Configuration newConf) {
    bands = newConf.getInt(ALL_BANDS, HadoopSettings.of(newConf).getInt(Keys.BANDS));
    ranges = HashRanges.of(newConf).count();
  }

  @Override
  public int getPartition(BandRunKey key, BytesWritable run, int parts) {
    long range = (long) key.band() * ranges + key.range();
    return ColumnPartition.part(range, (long) bands * ranges, parts);
  }

  /** Returns the first range, counted over all bands, of a part; {@code all} for the last + 1. */
  public static long firstRange(int part, long all, int parts) {
    return (part * all + parts - 1) / parts;
  }
}
