package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/** Assigns the reducers equal, consecutive ranges of the columns, in order. */
public final class ColumnPartitioner extends OrderedPartitioner<LongWritable, Writable> {

  private long columns;

  @Override
  protected void configure(Configuration newConf) {
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public int getPartition(LongWritable column, Writable value, int parts) {
    return ColumnPartition.part(column.get(), columns, parts);
  }
}
