package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;

/**
 * What stage 6 costs: it reads and writes every record, in the compression of its source, without a
 * shuffle.
 */
public final class DedupCost {

  /** Core time to read a byte and to write it. */
  private static final double NANOS_PER_BYTE = 4;

  /** Core time to decompress a byte and to compress it, with gzip. */
  private static final double NANOS_PER_COMPRESSED_BYTE = 41;

  /** Sources of fewer bytes than this share of their texts must be compressed. */
  private static final double COMPRESSED = 0.8;

  private DedupCost() {}

  /** Returns the cost of dividing the corpus into kept and removed. */
  public static StageCost of(StageContext context, CorpusLoad load) {
    boolean compressed = load.sourceBytes() < COMPRESSED * load.textBytes();
    double nanos = NANOS_PER_BYTE + (compressed ? NANOS_PER_COMPRESSED_BYTE : 0);
    return new StageCost(
        Stage.DEDUP,
        0,
        0,
        0,
        context.settings().get(Keys.MAX_DOCUMENT_BYTES),
        load.textBytes() * nanos / 1e9);
  }
}
