package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes a group of each kind of {@link ClusterKey} as lines: {@link ClusterLines}, {@link
 * RemovedByLines}, {@link SourceLines}.
 *
 * <p>Memory: {@link RemovedByLines}.
 */
public final class ClusterReducer extends Reducer<BytesWritable, Text, Text, Text> {

  static final Text CLUSTERS = new Text("part");
  static final Text REMOVED_BY = new Text("removed-by");
  static final Text SOURCES = new Text("sources");

  private GroupWriter[] writers; // by the kind of the key

  @Override
  protected void setup(Context context) throws IOException {
    writers = new GroupWriter[3];
    writers[ClusterKey.MEMBER] =
        new ClusterLines(
            HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_CLUSTER_DOCUMENTS));
    writers[ClusterKey.REMOVAL] = new RemovedByLines(Disk.of(context));
    writers[ClusterKey.SOURCE] = new SourceLines();
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    writers[ClusterKey.kind(key)].write(key, values, context);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    for (GroupWriter writer : writers) {
      writer.writeNotes(context);
    }
  }
}
