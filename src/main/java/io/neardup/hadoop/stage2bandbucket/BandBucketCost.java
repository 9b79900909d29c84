package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCost;

/**
 * Estimates the cost of stage 2: shuffled runs of columns, one for each band and range of hashes.
 */
public final class BandBucketCost {

  /** Core time of a column in a band. */
  private static final double NANOS_PER_ENTRY = 450;

  private static final double HDFS_BLOCK = 128L << 20;

  private BandBucketCost() {}

  /** Returns the cost of the stage. */
  public static StageCost of(StageContext context, CorpusLoad load) {
    int bands = context.settings().getInt(Keys.BANDS);
    int reducers = parts(context, load);
    double entries = load.columns() * bands;
    double runs = bands * runsOfBand(load, bands, mapTasks(context, load), reducers);
    double run = Integer.BYTES + entries / Math.max(1, runs) * BandRun.ENTRY_BYTES;
    double inMemory = Math.min(BandMembers.IN_MEMORY, (double) load.documents());
    return new StageCost(
        Stage.BAND_BUCKET,
        runs,
        runs * ShuffledRecord.bytes(BandRunKey.LENGTH, run),
        reducers,
        inMemory * BandMembers.HEAP_BYTES + BandBatch.BATCH_BYTES,
        entries * NANOS_PER_ENTRY / 1e9);
  }

  /** Returns how many part files of buckets there are. */
  public static int parts(StageContext context, CorpusLoad load) {
    return BandBucketStage.reducers(context, load.documents());
  }

  /** Returns how many map tasks read the signatures: at least one a file. */
  private static double mapTasks(StageContext context, CorpusLoad load) {
    return LocalRunner.isUsed(context.conf())
        ? LocalRunner.mapTasks(context.conf())
        : Math.max(
            ShingleSortCost.parts(context, load),
            Math.ceil(ShingleSortCost.outputBytes(context.settings(), load) / HDFS_BLOCK));
  }

  /** Returns how many runs a band has if map tasks share the columns evenly. */
  private static double runsOfBand(CorpusLoad load, int bands, double mapTasks, int reducers) {
    double ofTask = Math.ceil(load.columns() / mapTasks);
    double batches = Math.ceil(ofTask / BandBatch.maxColumns(bands));
    int ranges = BandBucketStage.ranges((long) load.columns(), bands, reducers).count();
    double ofRun = ofTask / batches / ranges;
    double runs = Math.ceil(ofRun / BandRun.MAX_COLUMNS) * ranges * batches * mapTasks;
    return Math.min(runs, load.columns());
  }
}
