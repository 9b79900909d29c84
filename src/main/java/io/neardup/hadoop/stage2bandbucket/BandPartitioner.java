package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.HadoopSettings;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers equal, consecutive parts of the keys (band, band hash) in order. */
public final class BandPartitioner extends Partitioner<BandKey, NullWritable>
    implements Configurable {

  private Configuration conf;
  private int bands;

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    bands = HadoopSettings.of(newConf).getInt(Keys.BANDS);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(BandKey key, NullWritable value, int parts) {
    // floor(parts · (band + hash/2⁶⁴) / bands)
    return (int)
        (((long) key.band() * parts + ColumnPartition.part(key.bandHash(), parts)) / bands);
  }
}
