package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.io.ColumnPartition;
import io.neardup.hadoop.io.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/** Gives the reducers equal, consecutive parts of the columns in order. */
public final class ColumnPartitioner extends OrderedPartitioner<LongWritable, BytesWritable> {

  private long columns;

  @Override
  protected void configure(Configuration newConf) {
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public int getPartition(LongWritable column, BytesWritable value, int parts) {
    return ColumnPartition.part(column.get(), columns, parts);
  }
}
