package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Writes for every column of a pair which column is kept in its place, and why: part files sorted
 * by column, with a line {@code column<TAB>kept cluster} for a kept column and {@code
 * column<TAB>kept cluster other similarity} for a removed one. {@code cluster} is the smallest
 * column of the cluster. {@code other} is the kept column, if both make a pair; else, with direct
 * linking, a removed one near both (see {@link LinkReducer}), and otherwise the column that makes
 * the most similar pair with the removed one, of equally similar ones the smallest. The similarity,
 * in millionths, is that of the pair. For the next stage there is also a folder of part files
 * {@code column<TAB>kept cluster}, and, if a removed column makes no pair with the kept one, a
 * folder of part files {@code other<TAB>kept column}, in no order.
 */
public final class DecisionWriter {

  /** The folder of the part files {@code column<TAB>kept cluster}. */
  public static final String COLUMNS_FOLDER = "columns";

  /** The folder of the part files of decisions. */
  public static final String DECISIONS_FOLDER = "decisions";

  /** The folder of the part files {@code other<TAB>kept column}. */
  public static final String LINKS_FOLDER = "links";

  /** The name of the part files for the next stage. */
  static final Text COLUMNS = new Text(COLUMNS_FOLDER + "/part");

  static final Text DECISIONS = new Text(DECISIONS_FOLDER + "/part");
  private static final Text LINKS = new Text(LINKS_FOLDER + "/part");

  private final LineBuilder line = new LineBuilder();

  DecisionWriter() {}

  /**
   * Writes the decision on a column; columns ascend.
   *
   * @param other unused if the column is kept, and so is the similarity
   */
  void write(
      long column,
      long kept,
      long cluster,
      long other,
      long similarity,
      TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    line.clear().append(column).append('\t').append(kept).append(' ').append(cluster);
    context.write(COLUMNS, line.toText());
    if (kept != column) {
      line.append(' ').append(other).append(' ').append(similarity);
    }
    context.write(DECISIONS, line.toText());
    if (kept != column && kept != other) {
      line.clear().append(other).append('\t').append(kept).append(' ').append(column);
      context.write(LINKS, line.toText());
    }
    context.getCounter(ClusterCounters.COLUMNS_DECIDED).increment(1);
  }
}
