package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairColumns;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Ranks the documents of clusters, and finds either the best of each cluster or the ranks of both
 * documents of each pair.
 */
final class RankJob {

  static final String COMPONENTS = "components";
  static final String PAIRS = "pairs";
  private static final RequestedField PRIORITY =
      new RequestedField(Keys.PRIORITY_FIELD, "a number or a date", ClusterCounters.WITH_PRIORITY);

  /** Bytes of a shuffled pair, about. */
  private static final long PAIR_BYTES = 44;

  /** Bytes of a shuffled rank, about. */
  private static final long RANK_BYTES = 24;

  // What a key has of its group, a column, if the ranks of pairs are wanted.
  private static final byte RANK = 0; // that of the column, which is the other column, too
  private static final byte PAIR = 1; // the rank of the other column, which is the smaller one

  private RankJob() {}

  /**
   * Finds the best document of each cluster.
   *
   * @param components lines {@code column<TAB>smallest column …}, by column
   * @param output lines {@code column<TAB>best column}, in any order
   */
  static void best(StageContext context, Corpus corpus, Path components, Path output)
      throws IOException {
    run(
        context,
        corpus,
        job(context, corpus, "cluster, best", 0, components).reduce(Best.class).writeLines(output));
  }

  /**
   * Brings pairs together with the ranks of both documents.
   *
   * @param components lines {@code column<TAB>smallest column …} of all columns in pairs, by column
   * @param output records: the key of {@link LinkReducer}, and the pair
   */
  static void links(
      StageContext context, Corpus corpus, VerifiedPairs pairs, Path components, Path output)
      throws IOException {
    run(
        context,
        corpus,
        job(context, corpus, "cluster, ranks of pairs", pairs.number(), components)
            .readBeside(PAIRS, pairs.folder())
            .reduce(Links.class)
            .write(SequenceFileOutputFormat.class, GroupedKey.class, ColumnPair.class, output));
    pairs.balance(context, "ranked", ClusterCounters.PAIRS_RANKED);
  }

  private static StageJob<GroupedKey, ColumnPair> job(
      StageContext context, Corpus corpus, String name, long pairs, Path components)
      throws IOException {
    long sent = context.count(ClusterCounters.COLUMNS) * RANK_BYTES + pairs * PAIR_BYTES;
    return StageJob.of(context, name, context.reducers(sent))
        .set(conf -> ColumnPartition.setColumns(conf, corpus.columns()))
        .set(corpus.ofSets() ? corpus::configure : corpus::configureCatalog)
        .set(conf -> CorpusInput.fitSortBuffer(conf, sent))
        .readBeside(COMPONENTS, components)
        .read(corpus.ofSets() ? CorpusInputFormat.class : CorpusInputFormat.Catalog.class)
        .map(Documents.class, GroupedKey.class, ColumnPair.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class);
  }

  private static void run(StageContext context, Corpus corpus, StageJob<?, ?> job)
      throws IOException {
    job.run();
    PRIORITY.requireFound(context, corpus);
    context.balance(
        "columns of pairs and documents ranked", ClusterCounters.COLUMNS, ClusterCounters.RANKED);
  }

  /**
   * Document of column c in a cluster → (g, rank, c), where g is the smallest column of the
   * cluster. Or, if pairs are read, (c, {@link #RANK}, rank, c), and for each pair (c, j), c &lt;
   * j, (j, {@link #PAIR}, rank, c) and the pair. Clusters and pairs are read beside the documents;
   * all are sorted by column. Documents in no cluster are not shuffled.
   */
  public static final class Documents
      extends Mapper<LongWritable, DocumentWritable, GroupedKey, ColumnPair> {
    private final GroupedKey key = new GroupedKey();
    private final ColumnPair noPair = new ColumnPair();
    private ColumnLists components;
    private PairColumns pairs; // null if the best are wanted
    private DocumentRanks ranks;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      components = new ColumnLists(conf, StageJob.beside(conf, COMPONENTS));
      Path folder = StageJob.beside(conf, PAIRS);
      pairs = folder == null ? null : new PairColumns(conf, folder);
      ranks = new DocumentRanks(conf);
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
      context.getCounter(ClusterCounters.RANKED).increment(1);
      byte[] rank = ranks.of(c, document);
      if (pairs == null) {
        context.write(key.set(components.entry(), rank, c), noPair);
        return;
      }
      context.write(setKey(c, RANK, rank, c), noPair);
      boolean hasPairs = pairs.seek(c);
      while (hasPairs && pairs.nextPair()) {
        context.write(setKey(pairs.pair().larger(), PAIR, rank, c), pairs.pair());
        context.getCounter(ClusterCounters.PAIRS_RANKED).increment(1);
      }
    }

    private GroupedKey setKey(long group, byte tag, byte[] rank, long column) {
      return key.start(2 * GroupedKey.COLUMN_BYTES + 1 + rank.length)
          .column(group)
          .endGroup()
          .bytes(tag)
          .bytes(rank)
          .column(column);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      IOUtils.closeStreams(components, pairs);
    }
  }

  /**
   * The documents of a cluster, the smallest rank first → for each of them a line {@code
   * column<TAB>kept column}; the first document is the kept one.
   */
  public static final class Best extends Reducer<GroupedKey, ColumnPair, NullWritable, Text> {
    private final LineBuilder line = new LineBuilder();

    @Override
    protected void reduce(GroupedKey key, Iterable<ColumnPair> documents, Context context)
        throws IOException, InterruptedException {
      long best = key.column();
      for (ColumnPair unused : documents) { // the key moves on with the values
        line.clear().append(key.column()).append('\t').append(best);
        context.write(NullWritable.get(), line.toText());
      }
    }
  }

  /**
   * The rank of j, then the pairs of j with the ranks of i → the key of {@link LinkReducer} and the
   * pair.
   */
  public static final class Links extends Reducer<GroupedKey, ColumnPair, GroupedKey, ColumnPair> {
    private final GroupedKey link = new GroupedKey();

    @Override
    protected void reduce(GroupedKey key, Iterable<ColumnPair> pairs, Context context)
        throws IOException, InterruptedException {
      long j = key.groupColumn();
      if (key.tag() != RANK) {
        throw new IOException("column " + j + " is in a pair but has no rank");
      }
      byte[] rankOfJ = rank(key);
      for (ColumnPair pair : pairs) { // the key moves on with the values
        if (key.tag() == RANK) {
          continue;
        }
        byte[] rankOfI = rank(key);
        long i = key.column(); // smaller than j, so that it is earlier if the ranks are equal
        boolean isEarlier = Arrays.compareUnsigned(rankOfI, rankOfJ) <= 0;
        context.write(
            isEarlier
                ? LinkReducer.setKey(link, rankOfJ, j, rankOfI, i)
                : LinkReducer.setKey(link, rankOfI, i, rankOfJ, j),
            pair);
      }
    }

    private static byte[] rank(GroupedKey key) {
      byte[] tagged = key.rank();
      return Arrays.copyOfRange(tagged, 1, tagged.length);
    }
  }
}
