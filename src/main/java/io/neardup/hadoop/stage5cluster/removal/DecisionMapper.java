package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.ColumnNumbers;
import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A line {@code i<TAB>j<TAB>similarity} of a pair → the pair for i and for j, with its similarity
 * in millionths. A line {@code column<TAB>kept column} → the kept column of the column.
 *
 * <p>If the smallest column of each component is kept, the mapper can read it beside the pairs,
 * because both are sorted by column. {@link RemovalPairs} then keeps only the best pair of each
 * removed column, so that a column with many pairs is sent about once per task.
 */
public final class DecisionMapper extends Mapper<LongWritable, Text, DecisionKey, IntWritable> {

  private static final String KEPT = "neardup-internal.kept-by-column";

  private final NumberParser numbers = new NumberParser("a pair or a kept column");
  private final DecisionKey key = new DecisionKey();
  private final IntWritable similarity = new IntWritable();
  private final RemovalPairs removals = new RemovalPairs();
  private ColumnNumbers keptByColumn; // null if there is no such list
  private long pairs;

  /**
   * Tells the mapper that the kept columns are sorted by column, so that it can read them beside
   * the pairs.
   *
   * @param kept lines {@code column<TAB>kept column} of all columns of pairs
   */
  static void setKeptByColumn(Configuration conf, Path kept) {
    conf.set(KEPT, kept.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    String folder = conf.get(KEPT);
    keptByColumn = folder == null ? null : DecisionReducer.openComponents(conf, new Path(folder));
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long first = numbers.number();
    numbers.expect('\t');
    long second = numbers.number();
    boolean pair = numbers.accept('\t');
    int millionths = pair ? numbers.millionths() : 0;
    numbers.expectEnd();
    if (!pair) {
      similarity.set(0);
      context.write(key.setKept(first, second), similarity);
      return;
    }
    pairs++;
    if (keptByColumn == null) {
      writePair(first, second, millionths, context);
      writePair(second, first, millionths, context);
      return;
    }
    long kept = keptByColumn.of(first);
    removals.add(first, second, millionths, kept);
    removals.add(second, first, millionths, kept); // being of the same component
    if (removals.size() >= RemovalPairs.IN_MEMORY) {
      drain(context);
    }
  }

  private void drain(Context context) throws IOException, InterruptedException {
    removals.drain((removed, other, millionths) -> writePair(removed, other, millionths, context));
  }

  private void writePair(long of, long other, int millionths, Context context)
      throws IOException, InterruptedException {
    similarity.set(millionths);
    context.write(key.setPair(of, other), similarity);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    drain(context);
    context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(pairs);
    if (keptByColumn != null) {
      keptByColumn.close();
    }
  }
}
