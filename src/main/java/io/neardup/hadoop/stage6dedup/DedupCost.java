package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;

/**
 * What stage 6 costs where sources are not compressed: it reads and writes every record, without a
 * shuffle.
 */
public final class DedupCost {

  /** Core time to read a byte and to write it. */
  private static final double NANOS_PER_BYTE = 4;

  private DedupCost() {}

  /** Returns the cost of dividing the corpus into kept and removed. */
  public static StageCost of(StageContext context, CorpusLoad load) {
    return new StageCost(
        Stage.DEDUP,
        0,
        0,
        0,
        context.settings().get(Keys.MAX_DOCUMENT_BYTES),
        load.textBytes() * NANOS_PER_BYTE / 1e9);
  }
}
