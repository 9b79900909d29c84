package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line of a pair (i, j) → ((j, i), rank of i and the numbers of the line). The ranks are read
 * beside the pairs; both are sorted by i.
 */
public final class RankedLinkMapper extends Mapper<LongWritable, Text, ColumnPairKey, RankedLink> {

  private final ColumnPair pair = new ColumnPair();
  private final ColumnPairKey key = new ColumnPairKey();
  private final RankedLink link = new RankedLink();
  private Ranks ranks;

  @Override
  protected void setup(Context context) throws IOException {
    ranks = new Ranks(context.getConfiguration());
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    pair.parse(line);
    link.set(ranks.of(pair.smaller()), pair);
    context.write(key.set(pair.larger(), pair.smaller()), link);
    context.getCounter(ClusterCounters.PAIRS_RANKED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    ranks.close();
  }
}
