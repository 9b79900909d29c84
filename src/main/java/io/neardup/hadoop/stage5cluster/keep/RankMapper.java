package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnLists;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document of column c in a cluster → (g, rank, c), where g is the smallest column of its cluster,
 * if one document of each cluster is to be chosen, and otherwise c itself. The clusters are read
 * beside the documents; both are sorted by column. Documents in no cluster are not shuffled.
 */
public final class RankMapper
    extends Mapper<LongWritable, DocumentWritable, RankKey, NullWritable> {

  private static final String COMPONENTS = "neardup-internal.components-to-rank";
  private static final String BY_CLUSTER = "neardup-internal.ranks-by-cluster";

  private final RankKey key = new RankKey();
  private ColumnLists components;
  private DocumentRanks ranks;
  private boolean byCluster;

  /** Tells the mapper where the components are and whether ranks are compared within them. */
  static void configure(Configuration conf, Path components, boolean byCluster) {
    conf.set(COMPONENTS, components.toString());
    conf.setBoolean(BY_CLUSTER, byCluster);
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    components = new ColumnLists(conf, new Path(conf.get(COMPONENTS)));
    ranks = new DocumentRanks(conf);
    byCluster = conf.getBoolean(BY_CLUSTER, false);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    if (KeepPolicy.isNumber(ranks.priority(document))) {
      context.getCounter(ClusterCounters.WITH_PRIORITY).increment(1);
    }
    if (!components.seek(c) || !components.nextEntry()) {
      return;
    }
    long group = byCluster ? components.entry() : c;
    context.write(key.set(group, ranks.of(c, document), c), NullWritable.get());
    context.getCounter(ClusterCounters.RANKED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    components.close();
  }
}
