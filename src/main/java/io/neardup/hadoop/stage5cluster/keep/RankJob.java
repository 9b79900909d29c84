package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Ranks the documents of clusters, and finds either the best of each cluster or the rank of each
 * column.
 */
final class RankJob {
  private static final String COMPONENTS = "neardup-internal.components-to-rank";
  private static final String BY_CLUSTER = "neardup-internal.ranks-by-cluster";
  private static final RequestedField PRIORITY =
      new RequestedField(Keys.PRIORITY_FIELD, "a number", ClusterCounters.WITH_PRIORITY);

  /** Bytes of a shuffled rank, about. */
  private static final long RANK_BYTES = 20;

  private RankJob() {}

  /**
   * Runs the job.
   *
   * @param components lines {@code column<TAB>smallest column …}, by column
   * @param best whether the best of each cluster is wanted: lines {@code column<TAB>best column};
   *     otherwise lines {@code column<TAB>rank} in hexadecimal, by column
   */
  static void run(
      StageContext context, Corpus corpus, Path pairs, Path components, boolean best, Path output)
      throws IOException {
    long columns = context.count(ClusterCounters.COLUMNS);
    String name = best ? "cluster, best" : "cluster, ranks";
    StageJob.of(context, name, context.reducers(columns * RANK_BYTES), pairs)
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> configure(conf, components, best))
        .set(conf -> DocumentRanks.requestFields(context.settings(), conf))
        .set(corpus::configure)
        .read(CorpusInputFormat.Catalog.class)
        .map(Documents.class, GroupedKey.class, NullWritable.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(best ? Best.class : Ranks.class)
        .writeLines(output)
        .run();
    PRIORITY.requireFound(context, corpus);
    context.balance(
        "columns of pairs and documents ranked", columns, context.count(ClusterCounters.RANKED));
  }

  /** Tells the mapper where the components are and whether ranks are compared within them. */
  static void configure(Configuration conf, Path components, boolean byCluster) {
    conf.set(COMPONENTS, components.toString());
    conf.setBoolean(BY_CLUSTER, byCluster);
  }

  /**
   * Document of column c in a cluster → (g, rank, c), where g is the smallest column of its cluster
   * if the best is wanted, and otherwise c itself. The clusters are read beside the documents; both
   * are sorted by column. Documents in no cluster are not shuffled.
   */
  public static final class Documents
      extends Mapper<LongWritable, DocumentWritable, GroupedKey, NullWritable> {
    private final GroupedKey key = new GroupedKey();
    private ColumnLists components;
    private DocumentRanks ranks;
    private boolean byCluster;

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

  /**
   * The documents of a cluster, the smallest rank first → for each of them a line {@code
   * column<TAB>kept column}. The first document is the kept one.
   */
  public static final class Best extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();

    @Override
    protected void reduce(GroupedKey key, Iterable<NullWritable> documents, Context context)
        throws IOException, InterruptedException {
      long best = key.column();
      for (NullWritable unused : documents) { // the key moves on with the values
        line.clear().append(key.column()).append('\t').append(best);
        context.write(NullWritable.get(), line.toText());
      }
    }
  }

  /** Ranks in the order of their columns → the lines that {@link RankedLinks} reads. */
  public static final class Ranks extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();

    @Override
    protected void reduce(GroupedKey key, Iterable<NullWritable> once, Context context)
        throws IOException, InterruptedException {
      line.clear().append(key.column()).append('\t');
      context.write(NullWritable.get(), line.append(HexFormat.of().formatHex(key.rank())).toText());
    }
  }
}
