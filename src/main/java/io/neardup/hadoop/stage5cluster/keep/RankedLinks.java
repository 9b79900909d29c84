package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Brings pairs together with the ranks of both documents, which {@link RankJob} wrote. Ranks are
 * read beside the pairs: the mapper has pairs by i, the reducer by j.
 */
final class RankedLinks {
  private static final String RANKS = "neardup-internal.ranks";

  private RankedLinks() {}

  /** Tells the job where the ranks are. */
  static void configure(Configuration conf, Path ranks) {
    conf.set(RANKS, ranks.toString());
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
