package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * The documents of a cluster → lines {@code cluster<TAB>id<TAB>kept|removed}, by column. The
 * cluster has the id of its first document. Leaves notes of the largest and the sparsest clusters
 * and of the sizes of all, and counts their {@link ClusterSources}.
 */
final class ClusterLines implements ClusterReducer.GroupWriter {

  /** The name of the note of sizes: two counts for each class of {@link #sizeClass}. */
  static final String SIZES = "cluster-sizes";

  /** How many counts the note of sizes has. */
  static final int SIZE_COUNTS = 2 * Long.SIZE;

  private final long maxDocuments;
  private final LineBuilder line = new LineBuilder();
  private final NumberParser numbers = new NumberParser("an id and its pairs");
  private final long[] sizes = new long[SIZE_COUNTS];
  private final TopNotes<NotedCluster> largest = NotedCluster.largest();
  private final TopNotes<NotedCluster> sparsest = NotedCluster.sparsest();
  private final ClusterSources sources = new ClusterSources();

  /**
   * @param maxDocuments largest number of documents of a cluster that is not counted as large
   */
  ClusterLines(long maxDocuments) {
    this.maxDocuments = maxDocuments;
  }

  /** Returns the class of a size: 1 for 2 documents, 2 for 3 to 4, 3 for 5 to 8 … */
  static int sizeClass(long documents) {
    return Long.SIZE - Long.numberOfLeadingZeros(documents - 1);
  }

  @Override
  public void write(
      GroupedKey key, Iterable<Text> values, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    long first = key.groupColumn();
    byte[] name = null;
    long documents = 0;
    long kept = 0;
    long pairs = 0;
    int least = 0;
    List<NotedCluster.Member> members = new ArrayList<>();
    for (Text value : values) { // the key moves on with the values
      long column = key.column();
      int idLength = value.find("\t");
      boolean isKept = numbers.start(value, idLength + 1).numberField() == 1;
      sources.add(numbers.number(), context);
      if (documents == 0) {
        if (column != first) {
          throw ClusterReducer.missing(first);
        }
        name = Arrays.copyOf(value.getBytes(), idLength);
      }
      if (members.size() < NotedCluster.MEMBERS) {
        String id = Text.decode(value.getBytes(), 0, idLength);
        members.add(new NotedCluster.Member(column, isKept, id));
      }
      documents++;
      kept += isKept ? 1 : 0;
      line.clear().append(name, 0, name.length).append('\t');
      line.append(value.getBytes(), 0, idLength).append(isKept ? "\tkept" : "\tremoved");
      context.write(ClusterReducer.CLUSTERS, line.toText());
      if (numbers.accept('\t')) {
        long more = numbers.numberField();
        int similarity = (int) numbers.number();
        least = pairs == 0 ? similarity : Math.min(least, similarity);
        pairs += more;
      }
    }
    sources.endCluster(documents, context);
    context.getCounter(ClusterCounters.KEPT).increment(kept);
    context.getCounter(ClusterCounters.REMOVED).increment(documents - kept);
    context.getCounter(ClusterCounters.CLUSTERS).increment(1);
    if (documents > maxDocuments) {
      context.getCounter(ClusterCounters.LARGE_CLUSTERS).increment(1);
    }
    sizes[2 * sizeClass(documents)]++;
    sizes[2 * sizeClass(documents) + 1] += documents;
    NotedCluster cluster = new NotedCluster(first, documents, kept, pairs, least, members);
    largest.add(cluster);
    if (cluster.mayBeChain()) {
      sparsest.add(cluster);
    }
  }

  @Override
  public void writeNotes(TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    sources.end(context);
    TaskNotes.writeCounts(context, SIZES, sizes);
    largest.write(context);
    sparsest.write(context);
  }
}
