package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.keep.Partner;
import io.neardup.hadoop.stage5cluster.removal.DecisionKey.Kind;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A line → what it says of its columns:
 *
 * <pre>
 * column TAB first BLANK first         the smallest column of its component
 * column TAB kept                      the column that is kept in its place
 * column TAB kept TAB TAB partner      a {@link Partner} for which it may be removed
 * i TAB j TAB similarity TAB …         a pair, for both columns
 * </pre>
 */
public final class DecisionMapper extends Mapper<LongWritable, Text, DecisionKey, Partner> {

  private static final String FIRST = "neardup-internal.first-of-component-is-kept";

  private final NumberParser numbers = new NumberParser("a pair, a component or a kept column");
  private final ColumnPair edge = new ColumnPair();
  private final DecisionKey key = new DecisionKey();
  private final Partner partner = new Partner();
  private Measure measure;
  private boolean first;

  /** Sets whether the smallest column of each component is the one that is kept. */
  static void setFirstIsKept(Configuration conf, boolean first) {
    conf.setBoolean(FIRST, first);
  }

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    measure = HadoopSettings.measure(HadoopSettings.of(conf));
    first = conf.getBoolean(FIRST, false);
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long column = numbers.number();
    numbers.expect('\t');
    long other = numbers.number();
    partner.set(0, 0, 0);
    if (numbers.accept(' ')) {
      context.write(key.set(column, Kind.COMPONENT, other), partner);
      if (first) {
        context.write(key.set(column, Kind.KEPT, other), partner);
      }
    } else if (!numbers.accept('\t')) {
      numbers.expectEnd();
      context.write(key.set(column, Kind.KEPT, other), partner);
    } else if (numbers.accept('\t')) {
      partner.parse(numbers);
      numbers.expectEnd();
      context.write(key.set(column, Kind.PARTNER, other), partner);
    } else {
      edge.parse(line);
      partner.set(0, edge.exact(measure), edge.similarity());
      context.write(key.set(column, Kind.PAIR, other), partner);
      context.write(key.set(other, Kind.PAIR, column), partner);
      context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(1);
    }
  }
}
