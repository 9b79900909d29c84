package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.TopNotes;
import java.io.Closeable;
import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * What a reduce task of stage 2 writes of its buckets: their lines, counts, and two notes for the
 * client, the size of the task's largest bucket and the buckets not listed in full.
 */
final class BucketOutput extends BucketLines implements Closeable {

  /** Name of the task note with the size of its largest bucket. */
  static final String LARGEST = "largest-bucket";

  private static final int BUCKETS_PER_PROGRESS = 1 << 14;

  private final TopNotes<LargeBucket> large = LargeBucket.notes();
  private long largest;
  private long members;
  private long singleBuckets;
  private long nontrivialBuckets;

  BucketOutput(TaskInputOutputContext<?, ?, NullWritable, Text> context) {
    super(context);
  }

  /** Ends a bucket of so many columns and owners, the pairs of which have been listed. */
  void end(long size, long owners, RankedPairs pairs) {
    if (owners == 0) {
      return; // it is there by chance
    }
    largest = Math.max(largest, size);
    members += owners;
    if (size == 1) {
      singleBuckets++;
    } else {
      nontrivialBuckets++;
    }
    if ((singleBuckets + nontrivialBuckets) % BUCKETS_PER_PROGRESS == 0) {
      context.progress();
    }
    if (pairs.isLarge()) {
      context.getCounter(BandBucketCounters.LARGE_BUCKETS_LINKED).increment(1);
      context.getCounter(BandBucketCounters.PAIRS_NOT_LISTED).increment(pairs.pairsNotListed());
      String heads =
          pairs.heads().longStream().mapToObj(Long::toString).collect(Collectors.joining(" "));
      large.add(new LargeBucket(band, hex.toHexDigits(hash), size, heads, pairs.pairsNotListed()));
    }
  }

  /** Adds what has been counted to the counters of the job, and leaves the notes. */
  @Override
  public void close() throws IOException {
    context.getCounter(BandBucketCounters.BUCKET_MEMBERS).increment(members);
    context.getCounter(BandBucketCounters.SINGLE_BUCKETS).increment(singleBuckets);
    context.getCounter(BandBucketCounters.NONTRIVIAL_BUCKETS).increment(nontrivialBuckets);
    if (largest > 0) {
      TaskNotes.write(context, LARGEST, String.valueOf(largest));
    }
    large.write(context);
  }
}
