package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.Anchors;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The columns that share an anchor, ascending → lines {@code
 * level<TAB>anchor<TAB>heads<TAB>columns} of the pairs with at least one column whose own it is;
 * {@code old/heads} instead of {@code heads} where the first {@code old} columns are not paired
 * with each other. Leaves the notes of {@link BucketOutput}.
 *
 * <p>Memory: {@link RankedPairs}.
 */
public final class AnchorReducer extends Reducer<BandKey, NullWritable, NullWritable, Text> {

  private BucketOutput output;
  private RankedPairs pairs;

  @Override
  protected void setup(Context context) {
    int most = HadoopSettings.of(context.getConfiguration()).getInt(Keys.MAX_BUCKET_COLUMNS);
    output = new BucketOutput(context);
    pairs = new RankedPairs(most, 1, output);
  }

  @Override
  protected void reduce(BandKey key, Iterable<NullWritable> columns, Context context)
      throws IOException, InterruptedException {
    output.start(Anchors.level(key.hash()), key.hash());
    pairs.start();
    for (NullWritable unused : columns) { // the key changes with each value
      pairs.add(key.column(), key.order() % 2 == 0);
    }
    pairs.finish();
    output.end(pairs.size(), pairs);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    output.close();
  }
}
