package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import io.neardup.lsh.Anchors;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The runs of a range of anchors → lines {@code level<TAB>anchor<TAB>heads<TAB>columns} of the
 * buckets of columns that share an anchor, by anchor; {@code old/heads} instead of {@code heads}
 * where the first {@code old} columns are not paired with each other. A {@link ContainmentBucket}
 * decides which pairs of a bucket are listed. Leaves the notes of {@link BucketOutput}.
 *
 * <p>Memory: {@link BandMembers} and {@link ContainmentBucket}.
 */
public final class AnchorReducer extends Reducer<BandRunKey, BytesWritable, NullWritable, Text> {

  private static final long NONE = -1;

  private BandMembers members;
  private ContainmentBucket bucket;
  private BucketOutput output;
  private long anchor;
  private long single = NONE; // the only column of the bucket so far
  private long singleRole;
  private boolean inBucket; // of two columns or more

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    members = new BandMembers(Disk.of(context), BandMembers.IN_MEMORY);
    output = new BucketOutput(context);
    bucket =
        new ContainmentBucket(
            settings.getInt(Keys.MAX_BUCKET_COLUMNS),
            output::write,
            Disk.of(context),
            BandMembers.IN_MEMORY);
  }

  @Override
  protected void reduce(BandRunKey key, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    for (BytesWritable run : runs) { // the key changes with each value
      members.addRun(run.getBytes(), run.getLength(), key.firstColumn());
    }
    members.drain(this::add);
    finishBucket();
    output.count();
  }

  private void add(long hash, long role, long column) throws IOException, InterruptedException {
    if (single == NONE || hash != anchor) { // as most are: alone
      finishBucket();
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

  private void finishBucket() throws IOException, InterruptedException {
    if (inBucket) {
      output.start(Anchors.level(anchor), anchor);
      bucket.finish();
      output.end(bucket.size());
      if (bucket.isLarge()) {
        output.addLarge(bucket.size(), bucket.heads(), bucket.pairsNotListed());
      }
    } else if (single != NONE) {
      output.end(1);
    }
    inBucket = false;
    single = NONE;
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    members.close();
    bucket.close();
    output.writeNotes();
  }
}
