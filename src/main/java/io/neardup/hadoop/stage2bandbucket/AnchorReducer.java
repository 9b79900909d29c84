package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.Anchors;
import java.io.IOException;

/**
 * The columns that share an anchor, ascending → lines {@code
 * level<TAB>anchor<TAB>heads<TAB>columns} of the pairs with at least one column whose own it is;
 * {@code old/heads} instead of {@code heads} where the first {@code old} columns are not paired
 * with each other. Leaves the notes of {@link BucketOutput}.
 *
 * <p>Memory: {@link RankedPairs}.
 */
public final class AnchorReducer extends BucketReducer {

  private BucketOutput output;
  private RankedPairs pairs;

  @Override
  protected void setup(Context context) throws IOException {
    super.setup(context);
    int most = HadoopSettings.of(context.getConfiguration()).getInt(Keys.MAX_BUCKET_COLUMNS);
    output = new BucketOutput(context);
    pairs = new RankedPairs(most, 1, output);
  }

  @Override
  protected void start(int band, long anchor) {
    output.start(Anchors.level(anchor), anchor);
    pairs.start();
  }

  @Override
  protected void add(long order, long column) throws IOException, InterruptedException {
    pairs.add(column, order % 2 == 0);
  }

  @Override
  protected void finish() throws IOException, InterruptedException {
    pairs.finish();
    output.end(pairs.size(), pairs);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    super.cleanup(context);
    output.close();
  }
}
