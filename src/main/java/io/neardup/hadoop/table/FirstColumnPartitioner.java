package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** Assigns the reducers equal, consecutive ranges of the keys' first columns, in order. */
public final class FirstColumnPartitioner extends OrderedPartitioner<FixedKey, Writable> {

  private long first;
  private long columns; // from the first on

  @Override
  protected void configure(Configuration newConf) {
    first = ColumnPartition.first(newConf);
    columns = ColumnPartition.columns(newConf) - first;
  }

  @Override
  public int getPartition(FixedKey key, Writable value, int parts) {
    return ColumnPartition.part(Math.max(0, key.leadingColumn() - first), columns, parts);
  }
}
