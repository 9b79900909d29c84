package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Assigns the reducers equal, consecutive ranges of columns, in order: of the leading columns (or
 * bytes of a hash) of {@link GroupedKey}, or of columns (or other numbers from 0 on) that are
 * {@link LongWritable}. So part files in name order are globally sorted. {@link ColumnPartition}
 * sets how many columns there are.
 */
public class FirstColumnPartitioner extends Partitioner<WritableComparable<?>, Writable>
    implements Configurable {

  private Configuration conf;
  private long first;
  private long columns; // from the first on

  @Override
  public final void setConf(Configuration newConf) {
    conf = newConf;
    first = ColumnPartition.first(newConf);
    columns = ColumnPartition.columns(newConf) - first;
  }

  @Override
  public final Configuration getConf() {
    return conf;
  }

  @Override
  public int getPartition(WritableComparable<?> key, Writable value, int parts) {
    return part(
        key instanceof GroupedKey k ? k.leadingColumn() : ((LongWritable) key).get(), parts);
  }

  /** Returns the part of a column. */
  protected final int part(long column, int parts) {
    return ColumnPartition.part(Math.max(0, column - first), columns, parts);
  }
}
