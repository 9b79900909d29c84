package io.neardup.hadoop.io;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** Gives the reducers equal, consecutive parts of the first columns in order. */
public final class FirstColumnPartitioner extends OrderedPartitioner<ColumnPairKey, Writable> {

  private long columns;

  @Override
  protected void configure(Configuration newConf) {
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public int getPartition(ColumnPairKey key, Writable value, int parts) {
    return ColumnPartition.part(key.first(), columns, parts);
  }
}
