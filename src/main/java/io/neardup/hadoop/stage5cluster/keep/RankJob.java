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
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Ranks the documents of clusters, and finds either the best of each cluster or the rank of each
 * column.
 */
final class RankJob {
  private static final String RANKS = "neardup-internal.ranks";
  private static final String COMPONENTS = "neardup-internal.components-to-rank";
  private static final String BY_CLUSTER = "neardup-internal.ranks-by-cluster";
  private static final RequestedField PRIORITY =
      new RequestedField(Keys.PRIORITY_FIELD, "a number", ClusterCounters.WITH_PRIORITY);

  /** Bytes of a shuffled pair, about. */
  private static final long PAIR_BYTES = 44;

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
        .reduce(Lines.class)
        .writeLines(output)
        .run();
    PRIORITY.requireFound(context, corpus);
    context.balance(
        "columns of pairs and documents ranked", columns, context.count(ClusterCounters.RANKED));
  }

  /**
   * Brings pairs together with the ranks of both documents, which are read beside the pairs: the
   * mapper has pairs by i, the reducer by j.
   *
   * @param ranks lines {@code column<TAB>rank} that {@link #run} wrote
   */
  static void links(
      StageContext context, Corpus corpus, VerifiedPairs pairs, Path ranks, Path output)
      throws IOException {
    int reducers = context.reducers(pairs.number() * PAIR_BYTES);
    StageJob.of(context, "cluster, ranks of pairs", reducers, pairs.folder())
        .readLines(pairs.bytes(), pairs.columns())
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(conf -> setRanks(conf, ranks))
        .map(Pairs.class, GroupedKey.class, ColumnPair.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(Links.class)
        .write(SequenceFileOutputFormat.class, GroupedKey.class, ColumnPair.class, output)
        .run();
    pairs.balance(context, "ranked", ClusterCounters.PAIRS_RANKED);
  }

  /** Tells a job where the ranks are. */
  static void setRanks(Configuration conf, Path ranks) {
    conf.set(RANKS, ranks.toString());
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
   * column<TAB>kept column}; the first document is the kept one. Or each document alone → {@code
   * column<TAB>rank}.
   */
  public static final class Lines extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();
    private boolean byCluster;

    @Override
    protected void setup(Context context) {
      byCluster = context.getConfiguration().getBoolean(BY_CLUSTER, false);
    }

    @Override
    protected void reduce(GroupedKey key, Iterable<NullWritable> documents, Context context)
        throws IOException, InterruptedException {
      String second =
          byCluster ? String.valueOf(key.column()) : HexFormat.of().formatHex(key.rank());
      for (NullWritable unused : documents) { // the key moves on with the values
        line.clear().append(key.column()).append('\t').append(second);
        context.write(NullWritable.get(), line.toText());
      }
    }
  }

  private static ColumnLines open(Configuration conf) throws IOException {
    return new ColumnLines(conf, new Path(conf.get(RANKS)));
  }

  /** Returns the rank of a column larger than that of the call before. */
  private static byte[] rank(ColumnLines ranks, long column) throws IOException {
    if (!ranks.seek(column)) {
      throw new IOException("column " + column + " is in a pair but has no rank");
    }
    return HexFormat.of().parseHex(ranks.readRest());
  }

  /** Line of a pair (i, j) → (j, rank of i, i) and the numbers of the line. */
  public static final class Pairs extends Mapper<LongWritable, Text, GroupedKey, ColumnPair> {
    private final ColumnPair pair = new ColumnPair();
    private final GroupedKey key = new GroupedKey();
    private ColumnLines ranks;
    private long last = -1;
    private byte[] rank;

    @Override
    protected void setup(Context context) throws IOException {
      ranks = open(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      pair.parse(line);
      if (pair.smaller() != last) {
        last = pair.smaller();
        rank = rank(ranks, last);
      }
      context.write(key.set(pair.larger(), rank, pair.smaller()), pair);
      context.getCounter(ClusterCounters.PAIRS_RANKED).increment(1);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      ranks.close();
    }
  }

  /** The pairs of j with the ranks of i → the key of {@link LinkReducer} and the numbers. */
  public static final class Links extends Reducer<GroupedKey, ColumnPair, GroupedKey, ColumnPair> {
    private final GroupedKey link = new GroupedKey();
    private ColumnLines ranks;

    @Override
    protected void setup(Context context) throws IOException {
      ranks = open(context.getConfiguration());
    }

    @Override
    protected void reduce(GroupedKey key, Iterable<ColumnPair> pairs, Context context)
        throws IOException, InterruptedException {
      long j = key.groupColumn();
      byte[] rankOfJ = rank(ranks, j);
      for (ColumnPair pair : pairs) { // the key moves on with the values
        byte[] rankOfI = key.rank();
        long i = key.column(); // smaller than j, so that it is earlier if the ranks are equal
        boolean isEarlier = Arrays.compareUnsigned(rankOfI, rankOfJ) <= 0;
        context.write(
            isEarlier
                ? LinkReducer.setKey(link, rankOfJ, j, rankOfI, i)
                : LinkReducer.setKey(link, rankOfI, i, rankOfJ, j),
            pair);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      ranks.close();
    }
  }
}
