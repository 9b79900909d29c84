package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.PairLoad;
import io.neardup.hadoop.cost.ShuffledRecord;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage5cluster.keep.LinkKey;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.ClusterKey;
import io.neardup.hadoop.stage5cluster.removal.DecisionKey;

/**
 * What stage 5 costs if the client finds the components, documents are linked directly, and first
 * ones are preferred. The memory is that of the client, which holds more than any task.
 */
public final class ClusterCost {

  // Core time in nanoseconds.
  private static final double ENTRY = 500; // of the catalog, to read it
  private static final double DOCUMENT = 10_000;
  private static final double PAIR = 800;

  /** Bytes of a similarity and the tabs around it. */
  private static final int SIMILARITY_BYTES = 10;

  /** Bytes of heap for a column of the union–find. */
  private static final int COLUMN_HEAP_BYTES = 43;

  private ClusterCost() {}

  /** Returns the cost of the stage. */
  public static StageCost of(StageContext context, CorpusLoad load, PairLoad pairs) {
    double similar = pairs.similar();
    double id = load.perDocument(load.idBytes());
    double text = ShuffledRecord.length((long) id) + id;
    double place = // column, file, position
        3
            + ShuffledRecord.digits((double) load.documents())
            + load.perDocument(load.nameBytes())
            + ShuffledRecord.digits(load.textBytes() / load.files());
    double removals = similar / 2; // where a cluster has two documents
    double numbers = 1 + 4 * 3; // of a pair, most with few digits
    double decision = ShuffledRecord.bytes(DecisionKey.LENGTH, numbers);
    double shuffled =
        pairs.plausible() * ShuffledRecord.bytes(LinkKey.BYTES_WITHOUT_RANKS, numbers)
            + (similar + removals) * decision
            + similar * ShuffledRecord.bytes(Integer.BYTES + ClusterKey.MEMBER_BYTES, text)
            + removals * ShuffledRecord.bytes(Integer.BYTES + ClusterKey.KEPT_BYTES, text + place)
            + removals
                * ShuffledRecord.bytes(
                    Integer.BYTES + ClusterKey.REMOVED_BYTES, text + place + SIMILARITY_BYTES);
    int inMemory = context.settings().getInt(Keys.MAX_MEMORY_COLUMNS);
    return new StageCost(
        Stage.CLUSTER,
        pairs.plausible() + 3 * similar + removals,
        shuffled,
        context.reducers((long) (similar * ClusterDocuments.DOCUMENT_BYTES)),
        COLUMN_HEAP_BYTES * Math.min(similar, inMemory),
        (load.documents() * ENTRY + similar * DOCUMENT + pairs.plausible() * PAIR) / 1e9);
  }
}
