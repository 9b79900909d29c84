package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.LineBuilder;
import io.neardup.hadoop.io.TaskNotes;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Bucket → lines {@code band<TAB>hash<TAB>heads<TAB>columns}. Notes the largest bucket of the task.
 */
public final class BandBucketReducer extends Reducer<BandKey, NullWritable, NullWritable, Text> {

  /** What the note of a task is called: the size of its largest bucket. */
  public static final String LARGEST = "largest-bucket";

  private final LineBuilder line = new LineBuilder();
  private final HexFormat hex = HexFormat.of();
  private BucketBuilder bucket;
  private int band;
  private long bandHash;
  private long largest;

  @Override
  protected void setup(Context context) {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    bucket =
        new BucketBuilder(
            settings.getInt(Keys.MAX_TWINS),
            settings.getInt(Keys.MAX_BUCKET_COLUMNS),
            (heads, columns, from, to) -> write(heads, columns, from, to, context));
  }

  @Override
  protected void reduce(BandKey key, Iterable<NullWritable> values, Context context)
      throws IOException, InterruptedException {
    band = key.band();
    bandHash = key.bandHash();
    bucket.start(band);
    for (NullWritable ignored : values) { // the key moves on with the values
      bucket.add(key.signatureHash(), key.column());
    }
    bucket.finish();
    count(context);
    largest = Math.max(largest, bucket.size());
  }

  private void count(Context context) {
    context.getCounter(BandBucketCounters.BUCKET_MEMBERS).increment(bucket.size());
    context
        .getCounter(
            bucket.size() == 1
                ? BandBucketCounters.SINGLE_BUCKETS
                : BandBucketCounters.NONTRIVIAL_BUCKETS)
        .increment(1);
    if (band == 0 && bucket.collapsedGroups() > 0) { // the same groups in every band
      context
          .getCounter(BandBucketCounters.TWIN_GROUPS_COLLAPSED)
          .increment(bucket.collapsedGroups());
      context.getCounter(BandBucketCounters.TWIN_PAIRS_IMPLIED).increment(bucket.impliedPairs());
    }
    if (bucket.linked()) {
      context.getCounter(BandBucketCounters.LARGE_BUCKETS_LINKED).increment(1);
      context.getCounter(BandBucketCounters.PAIRS_NOT_LISTED).increment(bucket.pairsNotListed());
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
    if (largest > 0) {
      TaskNotes.write(context, LARGEST, String.valueOf(largest));
    }
  }
}
