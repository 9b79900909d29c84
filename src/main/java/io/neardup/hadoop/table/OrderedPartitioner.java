package io.neardup.hadoop.table;

import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Assigns the reducers consecutive ranges of an ordered key space, in order, so that part files in
 * name order are globally sorted. The size of the key space comes from the job's configuration.
 *
 * @param <K> the key
 * @param <V> the value
 */
public abstract class OrderedPartitioner<K, V> extends Partitioner<K, V> implements Configurable {

  private Configuration conf;

  @Override
  public final void setConf(Configuration newConf) {
    conf = newConf;
    configure(newConf);
  }

  @Override
  public final Configuration getConf() {
    return conf;
  }

  /** Reads the size of the key space from the configuration. */
  protected abstract void configure(Configuration newConf);
}
