package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.table.PairsCounters;
import io.neardup.hadoop.table.PairsOutputFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/**
 * The pairs that the jobs of this stage read.
 *
 * @param folder the output of stage 4
 * @param number how many pairs it has
 * @param edges how many edges its forests have
 */
public record VerifiedPairs(Path folder, long number, long edges) {

  /** Bytes of a line of the columns of a pair, about. */
  private static final long LINE_BYTES = 40;

  /** Returns the pairs of a complete output of stage 4. */
  public static VerifiedPairs of(Path folder, StageMetadata verified) {
    return new VerifiedPairs(
        folder,
        verified.count(VerifyCounters.PAIRS_KEPT),
        verified.count(PairsCounters.FOREST_EDGES));
  }

  /** Returns a pattern of the files of their lines {@code column<TAB>column<TAB>similarity}. */
  public Path columns() {
    return PairsOutputFormat.columns(folder);
  }

  /**
   * Returns a pattern of the files of their forests: lines {@code column<TAB>column} of edges, with
   * the same components as the pairs.
   */
  public Path forests() {
    return PairsOutputFormat.forests(folder);
  }

  /** Returns the approximate length in bytes of all lines of pairs. */
  public long bytes() {
    return number * LINE_BYTES;
  }

  /**
   * Checks that a job has processed every pair.
   *
   * @param done what the job does with them, for the message
   */
  public void balance(StageContext context, String done, ClusterCounters... counters)
      throws IOException {
    context.balance("pairs kept by stage 4 and pairs " + done, number, counters);
  }
}
