package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.OrderedPartitioner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/**
 * Sends consecutive parts of each kind of key to consecutive reducers: equal ranges of columns for
 * clusters and for kept documents, ranges of the first bytes of the name for sources.
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
