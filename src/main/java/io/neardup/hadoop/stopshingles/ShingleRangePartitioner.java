package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;

/** Assigns each reducer an about equal number of consecutive ranges of shingles, in order. */
public final class ShingleRangePartitioner extends OrderedPartitioner<IntWritable, BytesWritable> {

  private int ranges;

  @Override
  protected void configure(Configuration newConf) {
    ranges = HashRanges.of(newConf).count();
  }

  @Override
  public int getPartition(IntWritable range, BytesWritable hashes, int parts) {
    return ColumnPartition.part(range.get(), ranges, parts);
  }
}
