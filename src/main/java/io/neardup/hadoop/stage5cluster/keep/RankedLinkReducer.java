package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.ContainmentRule;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.ColumnNumbers;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The pairs of j with the rank of i → (the less preferred document, the other), with their ranks,
 * and the {@link Link} for the less preferred one; nothing if the other holds too little of it for
 * a removal. The ranks of j are read beside the pairs; both are sorted by j.
 */
public final class RankedLinkReducer extends Reducer<ColumnPairKey, RankedLink, LinkKey, Link> {

  private final LinkKey key = new LinkKey();
  private final Link link = new Link();
  private ColumnNumbers ranks;
  private ContainmentRule rule;

  @Override
  protected void setup(Context context) throws IOException {
    ranks = Ranks.open(context.getConfiguration());
    rule = ContainmentRule.of(HadoopSettings.of(context.getConfiguration()));
  }

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<RankedLink> links, Context context)
      throws IOException, InterruptedException {
    long j = pair.first();
    long rankOfJ = ranks.of(j);
    for (RankedLink ranked : links) { // the key moves on with the values
      long i = pair.second(); // smaller than j, so that it is earlier if the ranks are equal
      if (Long.compareUnsigned(ranked.rank(), rankOfJ) <= 0) {
        key.set(rankOfJ, j, ranked.rank(), i);
        ranked.setForLarger(link);
      } else {
        key.set(ranked.rank(), i, rankOfJ, j);
        ranked.setForSmaller(link);
      }
      if (rule.allows(link.intersection(), link.size())) {
        context.write(key, link);
      } else {
        context.getCounter(ClusterCounters.PAIRS_NOT_CONTAINED).increment(1);
      }
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    ranks.close();
  }
}
