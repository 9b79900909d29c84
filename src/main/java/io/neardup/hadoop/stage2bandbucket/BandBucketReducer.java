package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.BucketRule;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The columns of a bucket → its lines {@code band<TAB>hash<TAB>heads<TAB>columns} (Exercise 3.4.4
 * a). Columns of identical signatures, twins, come one after the other; {@link TwinGroups} decides
 * which are ordinary, and {@link RankedPairs} which pairs of ordinary columns are listed. Leaves
 * the notes of {@link BucketOutput}.
 *
 * <p>Memory: {@link TwinGroups} and {@link RankedPairs}.
 */
public final class BandBucketReducer extends Reducer<BandKey, NullWritable, NullWritable, Text> {

  private BucketOutput output;
  private RankedPairs pairs;
  private TwinGroups twins;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    output = new BucketOutput(context);
    pairs = new RankedPairs(settings.getInt(Keys.MAX_BUCKET_COLUMNS), BucketRule.HEADS, output);
    twins =
        new TwinGroups(settings.getInt(Keys.MAX_TWINS), pairs, output, Disk.of(context), 1 << 19);
  }

  @Override
  protected void reduce(BandKey key, Iterable<NullWritable> columns, Context context)
      throws IOException, InterruptedException {
    output.start(key.band(), key.hash());
    twins.start(key.band());
    for (NullWritable unused : columns) { // the key changes with each value
      twins.add(key.order(), key.column());
    }
    twins.finish();
    output.end(twins.size(), pairs);
    if (key.band() == 0 && twins.collapsedGroups() > 0) { // the same groups in every band
      context
          .getCounter(BandBucketCounters.TWIN_GROUPS_COLLAPSED)
          .increment(twins.collapsedGroups());
      context.getCounter(BandBucketCounters.TWIN_PAIRS_IMPLIED).increment(twins.impliedPairs());
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    twins.close();
    output.close();
  }
}
