package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.stage5cluster.keep.Partner;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Finds for every column of a pair which column is kept in its place, and why. Writes part files
 * sorted by column, with a line {@code column<TAB>kept cluster} for a kept column and {@code
 * column<TAB>kept cluster other similarity} for a removed one. {@code cluster} is the smallest
 * column of the cluster. {@code other} is the kept column, if both make a pair; else the column
 * that makes the most similar pair with the removed one, of equally similar ones the smallest. The
 * similarity, in millionths, is that of the pair. Also writes, for the next stage, a folder of part
 * files {@code column<TAB>kept cluster}.
 */
public final class DecisionJob {

  /** The name of the part files of decisions. */
  static final Text DECISIONS = new Text("part");

  /** The folder of the part files {@code column<TAB>kept cluster}. */
  public static final String COLUMNS_FOLDER = "columns";

  /** The name of those part files. */
  static final Text COLUMNS = new Text(COLUMNS_FOLDER + "/part");

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 26;

  private DecisionJob() {}

  /**
   * Runs the job.
   *
   * @param pairs all pairs
   * @param columns how many columns the corpus has
   * @param components lines {@code column<TAB>smallest smallest}, by column
   * @param kept the lines that {@link io.neardup.hadoop.stage5cluster.keep.KeptDocuments#find}
   *     wrote, and others like them; no folder if the first document of each component is kept
   */
  public static void run(
      StageContext context,
      VerifiedPairs pairs,
      long columns,
      Path components,
      Optional<Path> kept,
      Path output)
      throws IOException {
    boolean direct = context.settings().get(Keys.LINKING).equals("direct");
    List<Path> input = new ArrayList<>(List.of(PartFiles.asInput(components)));
    kept.map(PartFiles::asInput).ifPresent(input::add);
    if (!direct) { // with direct linking, the partners have the similarities
      input.add(pairs.columns());
    }
    long records = 2 * pairs.number() + context.count(ClusterCounters.COLUMNS);
    int reducers = context.reducers(records * RECORD_BYTES);
    StageJob.of(context, "cluster, decisions", reducers, pairs.folder())
        .set(conf -> ColumnPartition.setColumns(conf, columns))
        .set(conf -> DecisionMapper.setFirstIsKept(conf, kept.isEmpty()))
        .set(conf -> NamedLinesOutputFormat.setAlwaysWritten(conf, COLUMNS.toString()))
        .readLines(pairs.bytes(), input.toArray(new Path[0]))
        .map(DecisionMapper.class, DecisionKey.class, Partner.class)
        .partition(FirstColumnPartitioner.class)
        .group(DecisionKey.Column.class)
        .reduce(DecisionReducer.class)
        .write(NamedLinesOutputFormat.class, Text.class, Text.class, output)
        .run();
    if (!direct) {
      pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
    }
    context.balance(
        "columns of pairs and columns decided on",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.COLUMNS_DECIDED));
  }
}
