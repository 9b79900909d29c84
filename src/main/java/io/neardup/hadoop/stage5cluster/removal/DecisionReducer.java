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
 * The kept column of a column (itself, if there is none) and its pairs → a line {@code
 * column<TAB>kept column} and a {@linkplain DecisionJob decision}. The decision for a removed
 * column has the best reason for its removal: its pair with the kept column or, if there is none,
 * its most similar pair (of equally similar ones, the one with the smallest column). The clusters
 * are read beside the columns; both are sorted by column.
 */
public final class DecisionReducer extends Reducer<DecisionKey, IntWritable, Text, Text> {

  private static final String COMPONENTS = "neardup-internal.components-of-pairs";

  private final LineBuilder line = new LineBuilder();
  private ColumnNumbers components;

  /** Tells the reducer where the components are. */
  static void setComponents(Configuration conf, Path components) {
    conf.set(COMPONENTS, components.toString());
  }

  /** Opens lines {@code column<TAB>smallest column} of components, for the columns of pairs. */
  static ColumnNumbers openComponents(Configuration conf, Path folder) throws IOException {
    return new ColumnNumbers(conf, folder, "is in no component");
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    components = openComponents(conf, new Path(conf.get(COMPONENTS)));
  }

  @Override
  protected void reduce(DecisionKey key, Iterable<IntWritable> similarities, Context context)
      throws IOException, InterruptedException {
    long column = key.column();
    long kept = column;
    long partner = column;
    int greatest = -1;
    for (IntWritable similarity : similarities) { // the key moves on with the values
      long other = key.other();
      if (!key.isPair()) {
        kept = other;
      } else if (partner == column
          || RemovalPairs.isBetterReason(other, similarity.get(), partner, greatest, kept)) {
        partner = other;
        greatest = similarity.get();
      }
    }
    if (partner == column) {
      throw new IOException("column " + column + " is in no pair");
    }
    long cluster = components.of(column);
    line.clear().append(column).append('\t').append(kept).append(' ').append(cluster);
    context.write(DecisionJob.COLUMNS, line.toText());
    line.clear().append(column).append('\t').append(cluster).append(' ').append(kept);
    if (kept != column) {
      line.append(' ').append(partner).append(':').append(greatest);
    }
    context.write(DecisionJob.DECISIONS, line.toText());
    context.getCounter(ClusterCounters.COLUMNS_DECIDED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    components.close();
  }
}
