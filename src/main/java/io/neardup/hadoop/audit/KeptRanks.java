package io.neardup.hadoop.audit;

import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;

/**
 * The ranks of the documents that are kept for clusters, by column, in map files. Memory: the
 * indexes of the files, 16 bytes for each 128 clusters.
 */
final class KeptRanks implements Closeable {

  private final FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
  private final LongWritable key = new LongWritable();
  private final BytesWritable rank = new BytesWritable();
  private final MapFile.Reader[] readers;

  /**
   * @param conf of a job whose columns are known
   * @param folder the output of {@link RankMapper}
   */
  KeptRanks(Configuration conf, Path folder) throws IOException {
    readers = MapFileOutputFormat.getReaders(folder, conf);
    partitioner.setConf(conf);
  }

  /** Returns the rank of a column, in any order. */
  byte[] of(long column) throws IOException {
    key.set(column);
    Writable found = MapFileOutputFormat.getEntry(readers, partitioner, key, rank);
    if (found == null) {
      throw new IOException("column " + column + " is kept for a cluster, but has no rank");
    }
    return rank.copyBytes();
  }

  @Override
  public void close() throws IOException {
    for (MapFile.Reader reader : readers) {
      reader.close();
    }
  }
}
