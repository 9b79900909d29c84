package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.io.ColumnPartition;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers equal, consecutive parts of the columns in order. */
public final class ColumnPartitioner extends Partitioner<LongWritable, BytesWritable>
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
  public int getPartition(LongWritable column, BytesWritable value, int parts) {
    return ColumnPartition.part(column.get(), columns, parts);
  }
}
