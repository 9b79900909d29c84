package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.io.ColumnPartition;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers the blocks in order: consecutive blocks to the same or the next one. */
public final class BlockPartitioner extends Partitioner<ShinglePairKey, VIntWritable>
    implements Configurable {

  private Configuration conf;
  private long blocks;

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    blocks = Blocks.of(newConf).count();
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(ShinglePairKey key, VIntWritable lastRound, int parts) {
    return ColumnPartition.part(key.block(), blocks, parts);
  }
}
