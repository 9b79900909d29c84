package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The runs of a range of a band → lines {@code band<TAB>hash<TAB>heads<TAB>columns} of its buckets,
 * by hash (Exercise 3.4.4 a). The columns of all runs are sorted by hash, and a {@link
 * BucketBuilder} decides which pairs of a bucket are listed. Leaves the notes of {@link
 * BucketOutput}.
 *
 * <p>Memory: {@link BandMembers} and {@link BucketBuilder}.
 */
public final class BandBucketReducer
    extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  private BandMembers members;
  private BucketBuilder bucket;
  private BucketOutput output;
  private int band;
  private long bandHash;
  private boolean inBucket;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    output = new BucketOutput(context);
    bucket =
        new BucketBuilder(
            settings.getInt(Keys.MAX_TWINS),
            settings.getInt(Keys.MAX_BUCKET_COLUMNS),
            output::write,
            Disk.of(context),
            BandMembers.IN_MEMORY);
  }

  @Override
  protected void reduce(BandRunKey key, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    band = key.band();
    for (BytesWritable run : runs) { // the key changes with each value
      members.addRun(run.getBytes(), run.getLength(), key.firstColumn());
    }
    members.drain(
        (hash, signatureHash, column) -> {
          if (!inBucket || hash != bandHash) {
            finishBucket(context);
            bandHash = hash;
            output.start(band, hash);
            bucket.start(band);
            inBucket = true;
          }
          bucket.add(signatureHash, column);
        });
    finishBucket(context);
    output.count();
  }

  private void finishBucket(Context context) throws IOException, InterruptedException {
    if (!inBucket) {
      return;
    }
    inBucket = false;
    bucket.finish();
    output.end(bucket.size());
    if (band == 0 && bucket.collapsedGroups() > 0) { // the same groups in every band
      context
          .getCounter(BandBucketCounters.TWIN_GROUPS_COLLAPSED)
          .increment(bucket.collapsedGroups());
      context.getCounter(BandBucketCounters.TWIN_PAIRS_IMPLIED).increment(bucket.impliedPairs());
    }
    if (bucket.isLarge()) {
      output.addLarge(bucket.size(), bucket.heads(), bucket.pairsNotListed());
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    members.close();
    bucket.close();
    output.writeNotes();
  }
}
