package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.DirectLinking;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.ColumnValues;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * All pairs, in one task, from the most to the least preferred document → a line {@code removed
 * column<TAB>kept column} for each document that makes a pair with a more preferred one that is
 * kept. Some columns may be removed from the beginning, so that they remove no other column.
 *
 * <p>Memory: one bit per column of the corpus.
 */
public final class LinkReducer extends Reducer<LinkKey, Link, NullWritable, Text> {

  private static final String REMOVED = "neardup-internal.removed-before-linking";

  private final LineBuilder line = new LineBuilder();
  private DirectLinking linking;

  /** Tells the reducer of lines {@code column<TAB>number …} of the columns that are removed. */
  static void setRemoved(Configuration conf, Path columns) {
    conf.set(REMOVED, columns.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    linking = new DirectLinking(Math.toIntExact(ColumnPartition.columns(conf)));
    String removed = conf.get(REMOVED);
    if (removed != null) {
      try (ColumnValues columns = new ColumnValues(conf, new Path(removed))) {
        while (columns.move()) {
          linking.remove(columns.of());
        }
      }
    }
  }

  @Override
  protected void reduce(LinkKey key, Iterable<Link> links, Context context)
      throws IOException, InterruptedException {
    long column = key.later();
    long pairs = 0;
    linking.begin(column);
    int size = 0;
    int missing = 0;
    for (Link link : links) { // the key moves on with the values
      if (linking.neighbour(key.earlier(), link.similarity())) {
        size = link.size();
        missing = link.size() - link.intersection();
      }
      pairs++;
    }
    context.getCounter(ClusterCounters.PAIRS_LINKED).increment(pairs);
    long kept = linking.end();
    if (kept != column) {
      line.clear().append(column).append('\t').append(kept);
      context.write(NullWritable.get(), line.toText());
      context.getCounter(ClusterCounters.LINKED_REMOVED).increment(1);
      context.getCounter(ClusterCounters.SHINGLES_OF_REMOVED).increment(size);
      context.getCounter(ClusterCounters.SHINGLES_NOT_IN_KEPT).increment(missing);
    }
  }
}
