package io.neardup.hadoop.audit;

import io.neardup.audit.Share;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * How many shingles of removed documents no kept document has: what would be lost with the removed
 * documents. Of all shingles a sample is chosen by their hashes; of each of these it is known for
 * certain whether removed or kept documents have it.
 */
final class LostShingles {

  /** About how many occurrences of sampled shingles are shuffled at most. */
  private static final long OCCURRENCES = 1L << 20;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final String BITS = "neardup-internal.shingle-sample-bits";

  private LostShingles() {}

  /** Returns whether a shingle is in a sample of one of 2^bits. */
  static boolean isSampled(long shingle, int bits) {
    return bits == 0 || (shingle * GOLDEN_RATIO) >>> (Long.SIZE - bits) == 0;
  }

  static int bits(Configuration conf) {
    return conf.getInt(BITS, 0);
  }

  /**
   * Counts them in a job that reads the corpus.
   *
   * @param job reads documents, and has what {@link DocumentStates} need
   * @param occurrences how many shingles all documents have, repeats included
   * @param output a temporary folder that does not exist
   * @return the share of the different shingles of removed documents that no kept document has
   */
  static Share count(StageContext context, StageJob<?, ?> job, long occurrences, Path output)
      throws IOException {
    int bits = 0;
    while (occurrences >> bits > OCCURRENCES) {
      bits++;
    }
    job.conf().setInt(BITS, bits);
    job.map(LostShingleMapper.class, LongWritable.class, IntWritable.class)
        .combine(LostShingleCombiner.class, LongWritable.Comparator.class)
        .reduce(LostShingleReducer.class)
        .writeLines(output)
        .run();
    return Share.ofCount(
        context.count(AuditCounters.SAMPLED_SHINGLES_LOST),
        context.count(AuditCounters.SAMPLED_SHINGLES_OF_REMOVED),
        bits == 0);
  }
}
