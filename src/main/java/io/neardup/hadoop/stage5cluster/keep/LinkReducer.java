package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.DirectLinking;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * All pairs, in one task, from the most to the least preferred document → a line {@code removed
 * column<TAB>kept column} for each document that makes a pair with a more preferred one that is
 * kept.
 *
 * <p>Memory: one bit per column of the corpus.
 */
public final class LinkReducer extends Reducer<LinkKey, IntWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();
  private DirectLinking linking;

  @Override
  protected void setup(Context context) {
    linking =
        new DirectLinking(Math.toIntExact(ColumnPartition.columns(context.getConfiguration())));
  }

  @Override
  protected void reduce(LinkKey key, Iterable<IntWritable> similarities, Context context)
      throws IOException, InterruptedException {
    long column = key.later();
    long pairs = 0;
    linking.begin(column);
    for (IntWritable similarity : similarities) { // the key moves on with the values
      linking.neighbour(key.earlier(), similarity.get());
      pairs++;
    }
    context.getCounter(ClusterCounters.PAIRS_LINKED).increment(pairs);
    long kept = linking.end();
    if (kept != column) {
      line.clear().append(column).append('\t').append(kept);
      context.write(NullWritable.get(), line.toText());
      context.getCounter(ClusterCounters.LINKED_REMOVED).increment(1);
    }
  }
}
