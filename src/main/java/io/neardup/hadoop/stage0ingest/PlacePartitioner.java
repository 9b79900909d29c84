package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;

/** Sends consecutive parts of the input to consecutive reducers. */
public final class PlacePartitioner extends OrderedPartitioner<PlaceKey, DocumentWritable> {

  private static final String RANGES = "neardup-internal.ranges";

  private long ranges;

  static void setRanges(Configuration conf, long ranges) {
    conf.setLong(RANGES, ranges);
  }

  @Override
  protected void configure(Configuration newConf) {
    ranges = newConf.getLong(RANGES, 1);
  }

  @Override
  public int getPartition(PlaceKey key, DocumentWritable value, int parts) {
    return ColumnPartition.part(key.ordinal(), ranges, parts);
  }
}
