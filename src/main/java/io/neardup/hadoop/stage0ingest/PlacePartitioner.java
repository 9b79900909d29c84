package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.DocumentWritable;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers consecutive ranges of the input in order. */
public final class PlacePartitioner extends Partitioner<PlaceKey, DocumentWritable>
    implements Configurable {

  private static final String RANGES = "neardup-internal.ranges";

  private Configuration conf;
  private long ranges;

  static void setRanges(Configuration conf, long ranges) {
    conf.setLong(RANGES, ranges);
  }

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    ranges = newConf.getLong(RANGES, 1);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(PlaceKey key, DocumentWritable value, int parts) {
    return ColumnPartition.part(key.ordinal(), ranges, parts);
  }
}
