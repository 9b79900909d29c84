package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;

/**
 * Assigns the reducers equal, consecutive ranges of columns, in order: of the leading columns of
 * {@link FixedKey}, or of columns that are {@link LongWritable}.
 */
public final class FirstColumnPartitioner
    extends OrderedPartitioner<WritableComparable<?>, Writable> {

  private long first;
  private long columns; // from the first on

  @Override
  protected void configure(Configuration newConf) {
    first = ColumnPartition.first(newConf);
    columns = ColumnPartition.columns(newConf) - first;
  }

  @Override
  public int getPartition(WritableComparable<?> key, Writable value, int parts) {
    long column = key instanceof FixedKey k ? k.leadingColumn() : ((LongWritable) key).get();
    return ColumnPartition.part(Math.max(0, column - first), columns, parts);
  }
}
