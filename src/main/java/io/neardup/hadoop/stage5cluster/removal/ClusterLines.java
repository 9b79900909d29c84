package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a cluster → lines {@code cluster<TAB>id<TAB>kept|removed}, by column. The
 * cluster has the id of its first document. Leaves notes of the largest and the sparsest clusters
 * and of the sizes of all.
 */
final class ClusterLines implements GroupWriter {

  private final long maxDocuments;
  private final LineBuilder line = new LineBuilder();
  private final Text name = new Text();
  private final ClusterSizes sizes = new ClusterSizes();
  private final TopNotes<NotedCluster> largest = NotedCluster.largest();
  private final TopNotes<NotedCluster> sparsest = NotedCluster.sparsest();
  private final Text id = new Text();
  private final ClusterPairs pairs = new ClusterPairs();
  private final List<NotedCluster.Member> members = new ArrayList<>();

  /**
   * @param maxDocuments largest number of documents of a cluster that is not counted as large
   */
  ClusterLines(long maxDocuments) {
    this.maxDocuments = maxDocuments;
  }

  @Override
  public void write(
      BytesWritable key,
      Iterable<Text> ids,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    long kept = 0;
    pairs.clear();
    members.clear();
    for (Text value : ids) { // the key moves on with the values
      pairs.add(ClusterKey.column(key), value, id);
      if (documents == 0) {
        if (ClusterKey.column(key) != ClusterKey.group(key)) {
          throw ClusterKey.missing(ClusterKey.group(key));
        }
        name.set(id);
      }
      documents++;
      if (members.size() < NotedCluster.MEMBERS) {
        members.add(
            new NotedCluster.Member(ClusterKey.column(key), ClusterKey.isKept(key), id.toString()));
      }
      kept += ClusterKey.isKept(key) ? 1 : 0;
      line.clear().append(name.getBytes(), 0, name.getLength()).append('\t');
      line.append(id.getBytes(), 0, id.getLength()).append('\t');
      line.append(ClusterKey.isKept(key) ? "kept" : "removed");
      context.write(ClusterReducer.CLUSTERS, line.toText());
    }
    context.getCounter(ClusterCounters.KEPT).increment(kept);
    context.getCounter(ClusterCounters.REMOVED).increment(documents - kept);
    context.getCounter(ClusterCounters.CLUSTERS).increment(1);
    if (documents > maxDocuments) {
      context.getCounter(ClusterCounters.LARGE_CLUSTERS).increment(1);
    }
    sizes.add(documents);
    NotedCluster cluster = pairs.of(ClusterKey.group(key), documents, kept);
    note(largest, cluster);
    if (cluster.mayBeChain()) {
      note(sparsest, cluster);
    }
  }

  private void note(TopNotes<NotedCluster> some, NotedCluster cluster) {
    if (some.takes(cluster)) {
      some.add(cluster.with(List.copyOf(members)));
    }
  }

  @Override
  public void writeNotes(Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException {
    StringBuilder lines = new StringBuilder();
    sizes.lines().forEach(size -> lines.append(size).append('\n'));
    TaskNotes.write(context, ClusterSizes.NOTE, lines.toString());
    largest.write(context);
    sparsest.write(context);
  }
}
