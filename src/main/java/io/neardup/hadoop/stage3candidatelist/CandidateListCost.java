package io.neardup.hadoop.stage3candidatelist;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.PairLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage2bandbucket.BandBucketCost;
import io.neardup.hadoop.table.ColumnPairKey;
import org.apache.hadoop.conf.Configuration;

/**
 * Estimates the cost of stage 3: shuffled tails of columns, joined per map task, each with its key;
 * or no shuffle, where the client makes the lists.
 */
public final class CandidateListCost {

  // Core time in nanoseconds.
  private static final double LISTED_PAIR = 30;
  private static final double CANDIDATE = 200;

  /** Maximum open pieces per band while the tails of a column are merged. */
  private static final int PIECES_OF_BAND = 2;

  private CandidateListCost() {}

  /** Returns the cost of the stage. */
  public static StageCost of(StageContext context, CorpusLoad load, PairLoad pairs) {
    double seconds = (pairs.listed() * LISTED_PAIR + pairs.candidates() * CANDIDATE) / 1e9;
    if (jobs(context.conf(), pairs.listed()) == 0) {
      return new StageCost(Stage.CANDIDATE_LIST, 0, 0, 0, gatheredBytes(), seconds);
    }
    int bands = context.settings().getInt(Keys.BANDS);
    int groups = groups(context, load);
    // A map task sends a tail of a column for each batch of pairs: at most one per band.
    int batches = (int) Math.max(groups, Math.min(bands, pairs.listed() / GatheredPairs.MAX_PAIRS));
    double joined = pairs.tails(groups);
    double value = pairs.tailBytes() / Math.max(1, joined);
    value += ShuffledRecord.length((long) value);
    return new StageCost(
        Stage.CANDIDATE_LIST,
        pairs.tails(batches),
        joined * ShuffledRecord.bytes(ColumnPairKey.LENGTH, value),
        context.reducers(
            (long) (pairs.listed() * ShuffledRecord.digits((double) load.documents()))),
        memory(bands),
        seconds);
  }

  private static double gatheredBytes() {
    return (double) GatheredPairs.HEAP_BYTES * GatheredPairs.MAX_PAIRS;
  }

  /**
   * Returns the heap of a task in bytes at most, without the buffers of Hadoop.
   *
   * @param bands the number of bands
   */
  public static double memory(int bands) {
    return (double) PIECES_OF_BAND * bands * Tail.MAX_COLUMNS * Long.BYTES + gatheredBytes();
  }

  /**
   * Returns how many jobs there are: none if the client makes the lists.
   *
   * @param listed pairs in buckets, with repeats
   */
  public static int jobs(Configuration conf, double listed) {
    return FewCandidates.isAllowed(conf) && listed <= GatheredPairs.MAX_PAIRS ? 0 : 1;
  }

  /** Returns how many map tasks there are, each with about as many bands. */
  public static int groups(StageContext context, CorpusLoad load) {
    // A map task has one part file of buckets at most.
    int bands = context.settings().getInt(Keys.BANDS);
    return Math.min(bands, BandBucketCost.parts(context, load));
  }
}
