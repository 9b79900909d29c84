package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.lsh.Anchors;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The runs of a range of anchors → lines {@code level<TAB>anchor<TAB>heads<TAB>columns} of the
 * buckets of columns that share an anchor, by anchor; {@code old/heads} instead of {@code heads}
 * where the first {@code old} columns are not paired with each other. A {@link ContainmentBucket}
 * decides which pairs of a bucket are listed. Leaves the notes of a {@link BandBucketReducer}.
 *
 * <p>Memory: {@link BandMembers} and {@link ContainmentBucket}.
 */
public final class AnchorReducer extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;
  private static final long NONE = -1;

  private final LineBuilder line = new LineBuilder();
  private final HexFormat hex = HexFormat.of();
  private final LargeBuckets large = new LargeBuckets();
  private BandMembers members;
  private ContainmentBucket bucket;
  private long anchor;
  private long single = NONE; // the only column of the bucket so far
  private long singleRole;
  private boolean inBucket; // of two columns or more
  private long largest;
  private long bucketMembers; // of the range, as the next two
  private long singleBuckets;
  private long nontrivialBuckets;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    bucket =
        new ContainmentBucket(
            settings.getInt(Keys.MAX_BUCKET_COLUMNS),
            (old, heads, columns, from, to) -> write(old, heads, columns, from, to, context),
            Disk.of(context),
            BandMembers.IN_MEMORY);
  }

  @Override
  protected void reduce(BandRunKey key, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    for (BytesWritable run : runs) { // the key changes with each value
      members.addRun(run.getBytes(), run.getLength(), key.firstColumn());
    }
    members.drain((hash, role, column) -> add(hash, role, column, context));
    finishBucket(context);
    context.getCounter(BandBucketCounters.BUCKET_MEMBERS).increment(bucketMembers);
    context.getCounter(BandBucketCounters.SINGLE_BUCKETS).increment(singleBuckets);
    context.getCounter(BandBucketCounters.NONTRIVIAL_BUCKETS).increment(nontrivialBuckets);
    bucketMembers = 0;
    singleBuckets = 0;
    nontrivialBuckets = 0;
  }

  private void add(long hash, long role, long column, Context context)
      throws IOException, InterruptedException {
    if (single == NONE || hash != anchor) { // as most are: alone
      finishBucket(context);
      anchor = hash;
      single = column;
      singleRole = role;
      return;
    }
    if (!inBucket) {
      inBucket = true;
      bucket.start();
      bucket.add(singleRole, single);
    }
    bucket.add(role, column);
  }

  private void finishBucket(Context context) throws IOException, InterruptedException {
    if (inBucket) {
      bucket.finish();
      largest = Math.max(largest, bucket.size());
      bucketMembers += bucket.size();
      nontrivialBuckets++;
      if (bucket.isLarge()) {
        long notListed = bucket.pairsNotListed();
        context.getCounter(BandBucketCounters.LARGE_BUCKETS_LINKED).increment(1);
        context.getCounter(BandBucketCounters.PAIRS_NOT_LISTED).increment(notListed);
        large.add(Anchors.level(anchor), anchor, bucket.size(), bucket.heads(), notListed);
      }
    } else if (single != NONE) {
      bucketMembers++;
      singleBuckets++;
      largest = Math.max(largest, 1);
    }
    if ((singleBuckets + nontrivialBuckets) % BUCKETS_PER_PROGRESS == 0) {
      context.progress();
    }
    inBucket = false;
    single = NONE;
  }

  private void write(int old, int heads, long[] columns, int from, int to, Context context)
      throws IOException, InterruptedException {
    line.clear().append(Anchors.level(anchor)).append('\t');
    line.append(hex.toHexDigits(anchor)).append('\t');
    if (old > 0) {
      line.append(old).append('/');
    }
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
      TaskNotes.write(context, BandBucketReducer.LARGEST, String.valueOf(largest));
    }
    if (!large.isEmpty()) {
      TaskNotes.write(context, LargeBuckets.NOTE, large.lines());
    }
  }
}
