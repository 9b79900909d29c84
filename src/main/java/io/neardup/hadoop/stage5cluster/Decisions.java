package io.neardup.hadoop.stage5cluster;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * What was decided of every column of a pair, in part files sorted by column: of a kept one {@code
 * column<TAB>cluster column}, of a removed one {@code column<TAB>cluster kept other:similarity},
 * where the cluster is its smallest column and the other one and the similarity (in millionths) are
 * those of the pair that speaks for the removal. Beside them a folder of part files {@code
 * column<TAB>kept cluster}, for the next stage.
 */
final class Decisions implements Closeable {

  /** The name of the part files of decisions. */
  static final Text DECISIONS = new Text("part");

  /** The folder of the part files {@code column<TAB>kept column}. */
  static final String COLUMNS_FOLDER = "columns";

  /** The name of those part files. */
  static final Text COLUMNS = new Text(COLUMNS_FOLDER + "/part");

  /** Bytes of a shuffled record, about. */
  private static final long RECORD_BYTES = 17;

  private final ColumnLists lists;
  private long cluster;
  private long kept;
  private long other;
  private int similarity;

  /** Opens the decisions in a folder. */
  Decisions(Configuration conf, Path folder) throws IOException {
    lists = new ColumnLists(conf, folder);
  }

  /**
   * Moves to a column.
   *
   * @param column not less than in the call before
   * @return whether it is in a pair
   */
  boolean seek(long column) throws IOException {
    if (!lists.seek(column)) {
      return false;
    }
    cluster = next(column);
    kept = next(column);
    if (kept != column) {
      other = next(column);
      similarity = lists.number();
    }
    return true;
  }

  private long next(long column) throws IOException {
    if (!lists.nextEntry()) {
      throw new IOException("the decision of column " + column + " is not whole");
    }
    return lists.entry();
  }

  /** Returns the smallest column of the cluster. */
  long cluster() {
    return cluster;
  }

  /** Returns the column that is kept: this one or the one it is removed for. */
  long kept() {
    return kept;
  }

  /** Returns, of a removed column, whether it makes a verified pair with the kept one. */
  boolean isPair() {
    return other == kept;
  }

  /** Returns, of a removed column, the similarity of its pair, in millionths. */
  int similarity() {
    return similarity;
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }

  /**
   * Makes the decisions.
   *
   * @param columns how many columns the corpus has
   * @param components lines {@code column<TAB>smallest column}, by column
   * @param kept lines {@code column<TAB>kept column}; columns without a line are kept
   */
  static void make(
      StageContext context,
      VerifiedPairs pairs,
      long columns,
      Path components,
      Path kept,
      Path output)
      throws IOException {
    Job job =
        context.newJob(
            "cluster, decisions",
            context.reducers(2 * pairs.number() * RECORD_BYTES),
            pairs.folder());
    ColumnPartition.setColumns(job.getConfiguration(), columns);
    DecisionReducer.setComponents(job.getConfiguration(), components);
    pairs.setInput(job);
    FileInputFormat.addInputPath(job, PartFiles.asInput(kept));
    if (kept.equals(components)) {
      DecisionMapper.setKeptByColumn(job.getConfiguration(), components);
    }
    job.setMapperClass(DecisionMapper.class);
    job.setMapOutputKeyClass(DecisionKey.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setPartitionerClass(FirstColumnPartitioner.class);
    job.setGroupingComparatorClass(DecisionKey.Column.class);
    job.setReducerClass(DecisionReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(NamedLinesOutputFormat.class);
    NamedLinesOutputFormat.setAlwaysWritten(job.getConfiguration(), COLUMNS.toString());
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    pairs.balance(context, "decided on", ClusterCounters.PAIRS_DECIDED);
    context.balance(
        "columns of pairs and columns decided on",
        context.count(ClusterCounters.COLUMNS),
        context.count(ClusterCounters.COLUMNS_DECIDED));
  }
}
