package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/** Assigns the reducers equal, consecutive ranges of the columns, in order. */
public final class ColumnPartitioner extends OrderedPartitioner<LongWritable, Writable> {

  private long first;
  private long columns; // from the first on

  @Override
  protected void configure(Configuration newConf) {
    first = ColumnPartition.first(newConf);
    columns = ColumnPartition.columns(newConf) - first;
  }

  @Override
  public int getPartition(LongWritable column, Writable value, int parts) {
    return ColumnPartition.part(column.get() - first, columns, parts);
  }
}
