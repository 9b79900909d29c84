package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.ColumnNumbers;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The smallest kept column of a column (itself, if there is none) and its pairs → a line {@code
 * column<TAB>kept cluster}, and one that also has the best {@link Reason}, if the column is
 * removed. The clusters are read beside the columns; both are sorted by column.
 */
public final class DecisionReducer extends Reducer<DecisionKey, IntWritable, Text, Text> {

  private static final String COMPONENTS = "neardup-internal.components-of-pairs";

  private final LineBuilder line = new LineBuilder();
  private ColumnNumbers components;

  /** Tells the reducer where the components are. */
  static void setComponents(Configuration conf, Path components) {
    conf.set(COMPONENTS, components.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    components = new ColumnNumbers(conf, new Path(conf.get(COMPONENTS)), "is in no component");
  }

  @Override
  protected void reduce(DecisionKey key, Iterable<IntWritable> similarities, Context context)
      throws IOException, InterruptedException {
    long column = key.column();
    long kept = column;
    boolean given = false;
    long reason = -1;
    for (IntWritable similarity : similarities) { // the key moves on with the values
      if (key.isPair()) {
        reason =
            Math.max(
                reason,
                key.other() == kept
                    ? Reason.ofKept(similarity.get())
                    : Reason.ofOther(similarity.get(), key.other()));
      } else if (!given) {
        kept = key.other(); // the smallest one, which comes first
        given = true;
      }
    }
    if (reason < 0) {
      throw new IOException("column " + column + " is in no pair");
    }
    line.clear().append(column).append('\t').append(kept);
    line.append(' ').append(components.of(column));
    context.write(DecisionJob.COLUMNS, line.toText());
    if (kept != column) {
      line.append(' ').append(reason);
    }
    context.write(DecisionJob.DECISIONS, line.toText());
    context.getCounter(ClusterCounters.COLUMNS_DECIDED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    components.close();
  }
}
