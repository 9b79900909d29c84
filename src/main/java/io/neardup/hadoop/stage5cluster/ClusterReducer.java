package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.LineBuilder;
import io.neardup.hadoop.io.TaskNotes;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a cluster → lines {@code cluster<TAB>id<TAB>kept|removed}, by column; the
 * cluster is named by the id of its first document. Notes the largest clusters of the task.
 *
 * <p>Memory: an id. That the document to keep is known before the first line is written is due to
 * the order of {@link ClusterKey}.
 */
public final class ClusterReducer extends Reducer<ClusterKey, Text, NullWritable, Text> {

  private static final long UNKNOWN = -1;

  private final LineBuilder line = new LineBuilder();
  private final Text name = new Text();
  private final LargestClusters largest = new LargestClusters();
  private long maxDocuments;

  @Override
  protected void setup(Context context) {
    maxDocuments = HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_CLUSTER_DOCUMENTS);
  }

  @Override
  protected void reduce(ClusterKey key, Iterable<Text> ids, Context context)
      throws IOException, InterruptedException {
    long kept = UNKNOWN;
    long documents = 0;
    for (Text id : ids) { // the key moves on with the values
      if (kept == UNKNOWN) {
        kept = key.column(); // of the best, or of the first if that is what is kept
      }
      if (!key.isMember()) {
        continue;
      }
      if (documents == 0) {
        if (key.column() != key.cluster()) {
          throw new IOException("document " + key.cluster() + " is missing");
        }
        name.set(id);
      }
      documents++;
      write(id, key.column() == kept, context);
    }
    context.getCounter(ClusterCounters.CLUSTERS).increment(1);
    if (documents > maxDocuments) {
      context.getCounter(ClusterCounters.LARGE_CLUSTERS).increment(1);
    }
    largest.add(documents, name);
  }

  private void write(Text id, boolean kept, Context context)
      throws IOException, InterruptedException {
    line.clear().append(name.getBytes(), 0, name.getLength()).append('\t');
    line.append(id.getBytes(), 0, id.getLength()).append('\t');
    line.append(kept ? "kept" : "removed");
    context.write(NullWritable.get(), line.toText());
    context.getCounter(kept ? ClusterCounters.KEPT : ClusterCounters.REMOVED).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    TaskNotes.write(context, LargestClusters.NOTE, largest.lines());
  }
}
