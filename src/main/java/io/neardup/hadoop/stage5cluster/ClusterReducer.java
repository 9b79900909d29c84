package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes lines of three kinds.
 *
 * <ul>
 *   <li>The documents of a cluster → {@code cluster<TAB>id<TAB>kept|removed}, by column; the
 *       cluster is named by the id of its first document.
 *   <li>A kept document and those removed for it → {@code removed id<TAB>kept
 *       id<TAB>similarity<TAB>pair|link<TAB>removed place<TAB>kept place}, by the removed column.
 *   <li>The counts of a source → {@code source<TAB>documents<TAB>removed<TAB>share}.
 * </ul>
 *
 * <p>Notes the largest clusters of the task, their sizes, and the sources that lose most.
 *
 * <p>Memory: an id and a {@link DocumentPlace}.
 */
public final class ClusterReducer extends Reducer<BytesWritable, Text, Text, Text> {

  static final Text CLUSTERS = new Text("part");
  static final Text REMOVED_BY = new Text("removed-by");
  static final Text SOURCES = new Text("sources");

  private final LineBuilder line = new LineBuilder();
  private final Text name = new Text();
  private final NumberParser numbers = new NumberParser("the counts of a source");
  private final LargestClusters largest = new LargestClusters();
  private final ClusterSizes sizes = new ClusterSizes();
  private final WorstSources worst = new WorstSources();
  private long maxDocuments;

  @Override
  protected void setup(Context context) {
    maxDocuments = HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_CLUSTER_DOCUMENTS);
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    switch (ClusterKey.kind(key)) {
      case ClusterKey.MEMBER -> writeCluster(key, values, context);
      case ClusterKey.REMOVAL -> writeRemoved(key, values, context);
      default -> writeSource(key, values, context);
    }
  }

  private void writeCluster(BytesWritable key, Iterable<Text> ids, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    long kept = 0;
    for (Text id : ids) { // the key moves on with the values
      if (documents == 0) {
        if (ClusterKey.column(key) != ClusterKey.group(key)) {
          throw missing(key);
        }
        name.set(id);
      }
      documents++;
      kept += ClusterKey.isKept(key) ? 1 : 0;
      line.clear().append(name.getBytes(), 0, name.getLength()).append('\t');
      line.append(id.getBytes(), 0, id.getLength()).append('\t');
      line.append(ClusterKey.isKept(key) ? "kept" : "removed");
      context.write(CLUSTERS, line.toText());
    }
    context.getCounter(ClusterCounters.KEPT).increment(kept);
    context.getCounter(ClusterCounters.REMOVED).increment(documents - kept);
    context.getCounter(ClusterCounters.CLUSTERS).increment(1);
    if (documents > maxDocuments) {
      context.getCounter(ClusterCounters.LARGE_CLUSTERS).increment(1);
    }
    largest.add(documents, name);
    sizes.add(documents);
  }

  private void writeRemoved(BytesWritable key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    if (ClusterKey.isRemoved(key)) {
      throw missing(key);
    }
    long removed = 0;
    for (Text value : values) { // the key moves on with the values
      if (!ClusterKey.isRemoved(key)) {
        name.set(value);
        continue;
      }
      int behindId = value.find("\t");
      int behindKeptId = name.find("\t");
      line.clear().append(value.getBytes(), 0, behindId).append('\t');
      line.append(name.getBytes(), 0, behindKeptId);
      line.append(value.getBytes(), behindId, value.getLength() - behindId);
      line.append(name.getBytes(), behindKeptId, name.getLength() - behindKeptId);
      context.write(REMOVED_BY, line.toText());
      removed++;
    }
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removed);
  }

  private static IOException missing(BytesWritable key) {
    return new IOException("document " + ClusterKey.group(key) + " is missing");
  }

  private void writeSource(BytesWritable key, Iterable<Text> counts, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    long removed = 0;
    for (Text count : counts) {
      documents += numbers.start(count).number();
      numbers.expect('\t');
      removed += numbers.number();
    }
    int offset = ClusterKey.sourceOffset();
    SourceShare source =
        new SourceShare(
            new String(key.getBytes(), offset, key.getLength() - offset, StandardCharsets.UTF_8),
            documents,
            removed);
    context.write(SOURCES, line.clear().append(source.line()).toText());
    worst.add(source);
    context.getCounter(ClusterCounters.SOURCES).increment(1);
    context.getCounter(ClusterCounters.SOURCE_DOCUMENTS).increment(documents);
    context.getCounter(ClusterCounters.SOURCE_REMOVED).increment(removed);
    if (source.isWipedOut()) {
      context.getCounter(ClusterCounters.SOURCES_WIPED_OUT).increment(1);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    TaskNotes.write(context, LargestClusters.NOTE, largest.lines());
    TaskNotes.write(context, WorstSources.NOTE, worst.lines());
    StringBuilder lines = new StringBuilder();
    sizes.lines().forEach(size -> lines.append(size).append('\n'));
    TaskNotes.write(context, ClusterSizes.NOTE, lines.toString());
  }
}
