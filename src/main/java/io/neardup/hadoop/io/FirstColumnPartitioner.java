package io.neardup.hadoop.io;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers equal, consecutive parts of the first columns in order. */
public final class FirstColumnPartitioner extends Partitioner<ColumnPairKey, Writable>
    implements Configurable {

  private Configuration conf;
  private long columns;

  @Override
  public void setConf(Configuration newConf) {
    conf = newConf;
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(ColumnPairKey key, Writable value, int parts) {
    return ColumnPartition.part(key.first(), columns, parts);
  }
}
