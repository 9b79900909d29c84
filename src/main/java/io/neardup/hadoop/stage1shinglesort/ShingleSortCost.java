package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.ShinglingCost;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.minhash.SignatureColumn;
import org.apache.hadoop.conf.Configuration;

/** Estimates the cost of stage 1: shuffled runs of pairs or, in plan {@code local}, signatures. */
public final class ShingleSortCost {

  // Core time in nanoseconds, excluding shingling.
  private static final double SORTED_PAIR = 100;
  private static final double LOCAL_COLUMN = 2_000;
  private static final double FAST_SHINGLE = 1.8;
  private static final double FAST_SLOT = 8; // of a document
  private static final double UNIVERSAL_SHINGLE = 0.43; // and slot
  private static final double UNIVERSAL_SLOT = 290; // of a document

  private final StageContext context;
  private final CorpusLoad load;
  private final int slots;
  private final int reducers;

  private ShingleSortCost(StageContext context, CorpusLoad load) {
    this.context = context;
    this.load = load;
    this.slots = slots(context.settings());
    this.reducers = ShingleSortStage.reducers(context, load.documents(), (long) load.textBytes());
  }

  private static int slots(Settings settings) {
    return settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
  }

  /** Returns the cost of the stage under the plan in the settings. */
  public static StageCost of(StageContext context, CorpusLoad load) {
    ShingleSortCost cost = new ShingleSortCost(context, load);
    return context.settings().get(Keys.SIGNATURE_PLAN).equals("sort") ? cost.sort() : cost.local();
  }

  /** Returns how many part files of signatures there are. */
  public static int parts(StageContext context, CorpusLoad load) {
    return new ShingleSortCost(context, load).reducers;
  }

  /** Returns the bytes of the signatures that the stage writes. */
  public static double outputBytes(Settings settings, CorpusLoad load) {
    return load.columns() * SignatureColumn.length(slots(settings));
  }

  private StageCost local() {
    double value = Integer.BYTES + SignatureColumn.length(slots);
    return new StageCost(
        Stage.SHINGLE_SORT,
        load.columns(),
        load.columns() * ShuffledRecord.bytes(Long.BYTES, value),
        reducers,
        context.settings().get(Keys.MAX_DOCUMENT_BYTES),
        sketching() + load.columns() * LOCAL_COLUMN / 1e9);
  }

  private StageCost sort() {
    double pairs = load.sortedPairs();
    Blocks blocks = Blocks.choose(context.settings(), load.documents(), slots, reducers);
    double runs = runs((double) blocks.count(), mapTasks(context.conf()));
    double run = Integer.BYTES + pairs / runs * PairBatch.PAIR_BYTES;
    return new StageCost(
        Stage.SHINGLE_SORT,
        runs,
        runs * ShuffledRecord.bytes(ShingleRunKey.LENGTH, run),
        reducers,
        (double) Long.BYTES * slots * blocks.size()
            + (double) PairBatch.HEAP_BYTES * PairBatch.MAX_PAIRS,
        sketching() + pairs * SORTED_PAIR / 1e9);
  }

  /** Returns the core seconds from texts to signatures. */
  private double sketching() {
    boolean fast = context.settings().get(Keys.SIGNATURE_SCHEME).equals("fast");
    double shingle = fast ? FAST_SHINGLE : UNIVERSAL_SHINGLE * slots;
    double column = slots * (fast ? FAST_SLOT : UNIVERSAL_SLOT);
    return ShinglingCost.seconds(context.settings(), load.textBytes())
        + (load.shingles() * shingle + load.columns() * column) / 1e9;
  }

  /** Returns how many map tasks read the corpus. */
  private double mapTasks(Configuration conf) {
    double bytes = Math.max(1, load.textBytes());
    return Math.ceil(bytes / CorpusInput.splitBytes(conf, (long) bytes));
  }

  /** Returns how many runs the pairs make, if map tasks share the columns evenly; at least 1. */
  private double runs(double blocks, double mapTasks) {
    // A batch has pairs of one block and one task. A task that ends within a block splits the
    // block's batches: the fuller the last batch, the more likely the two pieces need one more.
    double pairs = Math.max(1, load.sortedPairs());
    double larger = Math.max(mapTasks, blocks);
    double full = pairs / larger / PairBatch.MAX_PAIRS;
    double whole = Math.ceil(full);
    double further = whole * (full - whole + 1) / full;
    double batches = larger * whole + Math.max(0, Math.min(mapTasks, blocks) - 1) * further;
    long ofBlock = (long) (pairs / Math.max(1, blocks));
    return Math.min(pairs, batches * ShingleSortStage.ranges(ofBlock).count());
  }
}
