package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** Assigns the reducers equal, consecutive ranges of the keys' first columns, in order. */
public final class FirstColumnPartitioner extends OrderedPartitioner<FixedKey, Writable> {

  private long columns;

  @Override
  protected void configure(Configuration newConf) {
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public int getPartition(FixedKey key, Writable value, int parts) {
    return ColumnPartition.part(key.leadingColumn(), columns, parts);
  }
}
