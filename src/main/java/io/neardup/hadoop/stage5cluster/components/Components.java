package io.neardup.hadoop.stage5cluster.components;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;

/**
 * Finds for every column of a pair the smallest column of its component: by union–find if the
 * columns fit in the memory of one task, otherwise in star rounds.
 */
public final class Components {

  private final StageContext context;
  private final VerifiedPairs pairs;
  private final long columns;

  /**
   * @param columns how many columns the corpus has
   */
  public Components(StageContext context, VerifiedPairs pairs, long columns) {
    this.context = context;
    this.pairs = pairs;
    this.columns = columns;
  }

  /** Writes lines {@code column<TAB>smallest column} in part files sorted by column. */
  public void find(Path output) throws IOException {
    unionFind(output);
    if (context.count(ClusterCounters.UNION_FINDS_GIVEN_UP) > 0) {
      context.progress("more columns in pairs than " + Keys.MAX_MEMORY_COLUMNS + ": in rounds");
      output.getFileSystem(context.conf()).delete(output, true);
      Path rounds = new Path(output.getParent(), output.getName() + "-rounds");
      new StarRounds(context, columns, pairs.columns(), pairs.number(), rounds).find(output);
    }
  }

  private void unionFind(Path output) throws IOException {
    pairs
        .readBy(StageJob.of(context, "cluster, union-find", 1, pairs.folder()))
        .map(UnionFindMapper.class, ColumnPairKey.class, NullWritable.class)
        .reduce(UnionFindReducer.class)
        .writeLines(output)
        .run();
    pairs.balance(context, "read", ClusterCounters.PAIRS);
  }
}
