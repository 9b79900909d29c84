package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The pairs of j with the rank of i → (the less preferred document, the other), with their ranks,
 * and the numbers of the pair. The ranks of j are read beside the pairs; both are sorted by j.
 */
public final class RankedLinkReducer
    extends Reducer<ColumnPairKey, RankedLink, LinkKey, ColumnPair> {

  private final LinkKey key = new LinkKey();
  private Ranks ranks;

  @Override
  protected void setup(Context context) throws IOException {
    ranks = new Ranks(context.getConfiguration());
  }

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<RankedLink> links, Context context)
      throws IOException, InterruptedException {
    long j = pair.first();
    byte[] rankOfJ = ranks.of(j);
    for (RankedLink ranked : links) { // the key moves on with the values
      long i = pair.second(); // smaller than j, so that it is earlier if the ranks are equal
      if (Arrays.compareUnsigned(ranked.rank(), rankOfJ) <= 0) {
        key.set(rankOfJ, j, ranked.rank(), i);
      } else {
        key.set(ranked.rank(), i, rankOfJ, j);
      }
      context.write(key, ranked.pair());
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    ranks.close();
  }
}
