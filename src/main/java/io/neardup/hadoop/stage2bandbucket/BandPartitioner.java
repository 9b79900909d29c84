package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;

/** Gives the reducers equal, consecutive parts of the keys (band, band hash) in order. */
public final class BandPartitioner extends OrderedPartitioner<BandKey, NullWritable> {

  private int bands;

  @Override
  protected void configure(Configuration newConf) {
    bands = HadoopSettings.of(newConf).getInt(Keys.BANDS);
  }

  @Override
  public int getPartition(BandKey key, NullWritable value, int parts) {
    // floor(parts · (band + hash/2⁶⁴) / bands)
    return (int)
        (((long) key.band() * parts + ColumnPartition.part(key.bandHash(), parts)) / bands);
  }
}
