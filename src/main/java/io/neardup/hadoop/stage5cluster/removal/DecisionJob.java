package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;

/**
 * Finds for every column of a pair which column is kept in its place, and why, if that is not the
 * first one of each component. Writes part files sorted by column, with a line {@code
 * column<TAB>kept cluster} for a kept column and {@code column<TAB>kept cluster reason} for a
 * removed one. {@code cluster} is the smallest column of the cluster; {@code reason} is a {@link
 * Reason}. Also writes, for the next stage, a folder of part files {@code column<TAB>kept cluster}.
 */
public final class DecisionJob {

  /** The name of the part files of decisions. */
  static final Text DECISIONS = new Text("part");

  /** The folder of the part files {@code column<TAB>kept cluster}. */
  public static final String COLUMNS_FOLDER = "columns";

  /** The name of those part files. */
  static final Text COLUMNS = new Text(COLUMNS_FOLDER + "/part");

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 17;

  private DecisionJob() {}

  /**
   * Runs the job.
   *
   * @param columns how many columns the corpus has
   * @param components lines {@code column<TAB>smallest column …}, by column
   * @param kept lines {@code column<TAB>kept column}; columns without a line are kept, and of
   *     several lines of a column that with the smallest kept column counts
   */
  public static void run(
      StageContext context,
      VerifiedPairs pairs,
      long columns,
      Path components,
      Path kept,
      Path output)
      throws IOException {
    int reducers = context.reducers(2 * pairs.number() * RECORD_BYTES);
    StageJob.of(context, "cluster, decisions", reducers, pairs.folder())
        .set(conf -> ColumnPartition.setColumns(conf, columns))
        .set(conf -> DecisionReducer.setComponents(conf, components))
        .set(conf -> NamedLinesOutputFormat.setAlwaysWritten(conf, COLUMNS.toString()))
        .readLines(pairs.bytes(), pairs.columns(), PartFiles.asInput(kept))
        .map(DecisionMapper.class, DecisionKey.class, IntWritable.class)
        .partition(FirstColumnPartitioner.class)
        .group(DecisionKey.Column.class)
        .reduce(DecisionReducer.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
    pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
    context.balance(
        "columns of pairs and columns decided on",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.COLUMNS_DECIDED));
  }
}
