package io.neardup.hadoop.collection;

import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/**
 * Assigns each reducer consecutive ranges (band, range of hashes), in order. A reducer reads its
 * ranges of the stored runs, even if there is no new entry in them.
 */
public final class IndexPartitioner extends OrderedPartitioner<BandRunKey, BytesWritable> {

  private int bands;
  private int rangesOfBand;

  @Override
  protected void configure(Configuration newConf) {
    bands = IndexTables.of(newConf).size();
    rangesOfBand = HashRanges.of(newConf).count();
  }

  @Override
  public int getPartition(BandRunKey key, BytesWritable run, int parts) {
    return (int) (range(key, rangesOfBand) * parts / ((long) bands * rangesOfBand));
  }

  /** Returns the position of a key's range among all ranges, from 0. */
  static long range(BandRunKey key, int rangesOfBand) {
    return (long) key.band() * rangesOfBand + key.range();
  }

  /** Returns the first range of a part. */
  static long firstRange(Configuration conf, int part, int parts) {
    long ranges = (long) IndexTables.of(conf).size() * HashRanges.of(conf).count();
    return (part * ranges + parts - 1) / parts;
  }
}
