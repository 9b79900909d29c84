package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A kept document and the documents removed in its favour → {@code removed id<TAB>kept
 * id<TAB>similarity<TAB>pair|link<TAB>removed place<TAB>kept place}, by the removed column. A place
 * is a {@link DocumentPlace}.
 */
final class RemovedByLines implements GroupWriter {

  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();

  @Override
  public void write(
      BytesWritable key,
      Iterable<Text> values,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    if (ClusterKey.isRemoved(key)) {
      throw ClusterKey.missing(key);
    }
    long removed = 0;
    for (Text value : values) { // the key moves on with the values
      if (!ClusterKey.isRemoved(key)) {
        kept.set(value);
        continue;
      }
      int behindId = value.find("\t");
      int behindKeptId = kept.find("\t");
      line.clear().append(value.getBytes(), 0, behindId).append('\t');
      line.append(kept.getBytes(), 0, behindKeptId);
      line.append(value.getBytes(), behindId, value.getLength() - behindId);
      line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId);
      context.write(ClusterReducer.REMOVED_BY, line.toText());
      removed++;
    }
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removed);
  }
}
