package io.neardup.hadoop.stage5cluster;

import io.neardup.hadoop.io.ColumnPartition;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/** Gives the reducers equal, consecutive parts of the columns, by which clusters are named. */
public final class ClusterPartitioner extends Partitioner<ClusterKey, Text>
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
  public int getPartition(ClusterKey key, Text id, int parts) {
    return ColumnPartition.part(key.cluster(), columns, parts);
  }
}
