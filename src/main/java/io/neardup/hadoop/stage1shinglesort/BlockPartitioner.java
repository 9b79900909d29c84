package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/** Assigns blocks to reducers in ascending order; each reducer gets consecutive blocks. */
public final class BlockPartitioner extends OrderedPartitioner<ShingleRunKey, BytesWritable> {

  private long blocks;

  @Override
  protected void configure(Configuration newConf) {
    blocks = Blocks.of(newConf).count();
  }

  @Override
  public int getPartition(ShingleRunKey key, BytesWritable run, int parts) {
    return ColumnPartition.part(key.block(), blocks, parts);
  }
}
