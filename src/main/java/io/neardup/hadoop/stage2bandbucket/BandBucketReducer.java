package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The runs of a range of a band → lines {@code band<TAB>hash<TAB>heads<TAB>columns} of its buckets,
 * by hash (Exercise 3.4.4 a). The columns of all runs are sorted by hash, and a {@link
 * BucketBuilder} decides which pairs of a bucket are listed. Leaves two notes for the client: the
 * size of the task's largest bucket, and the buckets not listed in full.
 *
 * <p>Memory: {@link BandMembers} and {@link BucketBuilder}.
 */
public final class BandBucketReducer
    extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  /** Name of the task note with the size of its largest bucket. */
  public static final String LARGEST = "largest-bucket";

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;

  private final LineBuilder line = new LineBuilder();
  private final HexFormat hex = HexFormat.of();
  private final LargeBuckets large = new LargeBuckets();
  private BandMembers members;
  private BucketBuilder bucket;
  private int band;
  private long bandHash;
  private boolean inBucket;
  private long largest;
  private long bucketMembers; // of the range, as the next two
  private long singleBuckets;
  private long nontrivialBuckets;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    bucket =
        new BucketBuilder(
            settings.getInt(Keys.MAX_TWINS),
            settings.getInt(Keys.MAX_BUCKET_COLUMNS),
            (heads, columns, from, to) -> write(heads, columns, from, to, context),
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
            bucket.start(band);
            inBucket = true;
          }
          bucket.add(signatureHash, column);
        });
    finishBucket(context);
    context.getCounter(BandBucketCounters.BUCKET_MEMBERS).increment(bucketMembers);
    context.getCounter(BandBucketCounters.SINGLE_BUCKETS).increment(singleBuckets);
    context.getCounter(BandBucketCounters.NONTRIVIAL_BUCKETS).increment(nontrivialBuckets);
    bucketMembers = 0;
    singleBuckets = 0;
    nontrivialBuckets = 0;
  }

  private void finishBucket(Context context) throws IOException, InterruptedException {
    if (!inBucket) {
      return;
    }
    inBucket = false;
    bucket.finish();
    largest = Math.max(largest, bucket.size());
    bucketMembers += bucket.size();
    if (bucket.size() == 1) {
      singleBuckets++;
    } else {
      nontrivialBuckets++;
      count(context);
    }
    if ((singleBuckets + nontrivialBuckets) % BUCKETS_PER_PROGRESS == 0) {
      context.progress();
    }
  }

  private void count(Context context) {
    if (band == 0 && bucket.collapsedGroups() > 0) { // the same groups in every band
      context
          .getCounter(BandBucketCounters.TWIN_GROUPS_COLLAPSED)
          .increment(bucket.collapsedGroups());
      context.getCounter(BandBucketCounters.TWIN_PAIRS_IMPLIED).increment(bucket.impliedPairs());
    }
    if (bucket.isLarge()) {
      context.getCounter(BandBucketCounters.LARGE_BUCKETS_LINKED).increment(1);
      context.getCounter(BandBucketCounters.PAIRS_NOT_LISTED).increment(bucket.pairsNotListed());
      large.add(band, bandHash, bucket.size(), bucket.heads(), bucket.pairsNotListed());
    }
  }

  private void write(int heads, long[] columns, int from, int to, Context context)
      throws IOException, InterruptedException {
    line.clear().append(band).append('\t').append(hex.toHexDigits(bandHash)).append('\t');
    line.append(heads).append('\t');
    for (int i = from; i < to; i++) {
      if (i > from) {
        line.append(' ');
      }
      line.append(columns[i]);
    }
    context.write(NullWritable.get(), line.toText());
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    members.close();
    bucket.close();
    if (largest > 0) {
      TaskNotes.write(context, LARGEST, String.valueOf(largest));
    }
    if (!large.isEmpty()) {
      TaskNotes.write(context, LargeBuckets.NOTE, large.lines());
    }
  }
}
