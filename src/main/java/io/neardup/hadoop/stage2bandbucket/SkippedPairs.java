package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.lsh.BucketRule;
import java.util.Locale;

/**
 * How many pairs of columns stage 2 did not list because their buckets were too large.
 *
 * @param buckets how many buckets were too large to be listed in full
 * @param atMost an upper bound of the pairs that no bucket lists. A pair counts once in each large
 *     bucket that contains it, so the sum over all bands may exceed {@code all}: the bound is the
 *     smaller of the two. Pairs that a smaller bucket lists are not subtracted
 * @param all how many pairs the columns with a signature make
 */
public record SkippedPairs(long buckets, long atMost, long all) {

  /** Returns the skipped pairs that the counters of stage 2 report. */
  public static SkippedPairs of(StageMetadata bandBucket) {
    long columns = bandBucket.count(BandBucketCounters.SIGNATURES);
    long all = RankedPairs.pairs(columns);
    return new SkippedPairs(
        bandBucket.count(BandBucketCounters.LARGE_BUCKETS_LINKED),
        Math.min(all, bandBucket.count(BandBucketCounters.PAIRS_NOT_LISTED)),
        all);
  }

  /** Returns whether every bucket was listed in full. */
  public boolean isEmpty() {
    return buckets == 0;
  }

  /** Returns the bound as a phrase: {@code at most 7 of 45 pairs of documents not compared}. */
  public String inWords() {
    return String.format(
        Locale.ROOT, "at most %,d of %,d pairs of documents not compared", atMost, all);
  }

  /**
   * Returns a warning, without "warning: " before it: what was skipped, what that can cost, and
   * which key changes it.
   */
  public String warning(long maxColumns) {
    return String.format(
        Locale.ROOT,
        "%s more than %,d columns. In them later documents are compared with the first %d only:"
            + " %s. Two near-duplicates among them are missed if they are not both similar to one"
            + " of those and share no smaller bucket. To compare all pairs, raise %s (time grows"
            + " with its square). The buckets: %s",
        Quantity.of(buckets, "bucket has", "buckets have"),
        maxColumns,
        BucketRule.HEADS,
        inWords(),
        Keys.MAX_BUCKET_COLUMNS,
        BandBucketStage.LARGE_BUCKETS);
  }
}
