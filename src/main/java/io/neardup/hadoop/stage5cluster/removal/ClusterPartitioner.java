package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * Gives the reducers consecutive parts of each kind of key in order: of the columns that name
 * clusters and of those that are kept equal ones, of the sources by the first bytes of their names.
 */
public final class ClusterPartitioner extends OrderedPartitioner<BytesWritable, Text> {

  private long columns;

  @Override
  protected void configure(Configuration newConf) {
    columns = ColumnPartition.columns(newConf);
  }

  @Override
  public int getPartition(BytesWritable key, Text value, int parts) {
    return ClusterKey.kind(key) == ClusterKey.SOURCE
        ? ColumnPartition.part(ClusterKey.sourcePrefix(key), parts)
        : ColumnPartition.part(ClusterKey.group(key), columns, parts);
  }
}
