package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.ColumnNumbers;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The pairs of j with the rank of i → (the less preferred document, the other), with their ranks
 * and the similarity. The ranks of j are read beside the pairs; both are sorted by j.
 */
public final class RankedLinkReducer
    extends Reducer<ColumnPairKey, RankedLink, LinkKey, IntWritable> {

  private final LinkKey key = new LinkKey();
  private final IntWritable similarity = new IntWritable();
  private ColumnNumbers ranks;

  @Override
  protected void setup(Context context) throws IOException {
    ranks = Ranks.open(context.getConfiguration());
  }

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<RankedLink> links, Context context)
      throws IOException, InterruptedException {
    long j = pair.first();
    long rankOfJ = ranks.of(j);
    for (RankedLink link : links) { // the key moves on with the values
      long i = pair.second(); // smaller than j, so that it is earlier if the ranks are equal
      if (Long.compareUnsigned(link.rank(), rankOfJ) <= 0) {
        key.set(rankOfJ, j, link.rank(), i);
      } else {
        key.set(link.rank(), i, rankOfJ, j);
      }
      similarity.set(link.similarity());
      context.write(key, similarity);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    ranks.close();
  }
}
