package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.keep.DocumentRanks;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Mapper;
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
   * @param folder the output of {@link Writer}
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

  /** Document kept for a cluster → its column and its rank. */
  public static final class Writer
      extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

    private final BytesWritable rank = new BytesWritable();
    private DocumentStates states;
    private DocumentRanks ranks;

    @Override
    protected void setup(Context context) throws IOException {
      states = new DocumentStates(context.getConfiguration());
      ranks = new DocumentRanks(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      states.decide(column.get());
      if (states.kept() == column.get() && states.cluster() != DocumentStates.NONE) {
        byte[] bytes = ranks.of(column.get(), document);
        rank.set(bytes, 0, bytes.length);
        context.write(column, rank);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      states.close();
    }
  }
}
