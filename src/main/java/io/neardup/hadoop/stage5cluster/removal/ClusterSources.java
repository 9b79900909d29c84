package io.neardup.hadoop.stage5cluster.removal;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Counts the documents of each cluster by source → lines {@code source documents source documents
 * …}, from which the client makes a {@link SourceOverlap} of every two sources. A source is the
 * {@link #hash} of its name. A line that begins with a plus sign continues the cluster of the line
 * before it. Clusters of one source are added up, as they only concern that source.
 *
 * <p>Memory: {@value #MAX_SOURCES} sources of a cluster, and as many that are alone in clusters.
 */
final class ClusterSources {

  /** The name of the files of the lines. */
  static final Text LINES = new Text("cluster-sources");

  /** Most sources of a line. */
  static final int MAX_SOURCES = 10_000;

  private final SortedMap<Long, Long> ofCluster = new TreeMap<>(); // documents by source
  private final SortedMap<Long, Long> alone = new TreeMap<>();
  private final LineBuilder line = new LineBuilder();
  private boolean continues;

  /** Returns what stands for a source: 63 bits. */
  static long hash(String source) {
    return Hashing.xxh3_64().hashBytesToLong(source.getBytes(StandardCharsets.UTF_8)) >>> 1;
  }

  /** Counts a document of the current cluster. */
  void add(long source, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    if (ofCluster.size() == MAX_SOURCES && !ofCluster.containsKey(source)) {
      writeCluster(context);
    }
    ofCluster.merge(source, 1L, Long::sum);
  }

  /**
   * Ends the current cluster.
   *
   * @param documents how many it has
   */
  void endCluster(long documents, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    if (!continues && ofCluster.size() == 1) {
      if (alone.size() == MAX_SOURCES) {
        end(context);
      }
      alone.merge(ofCluster.firstKey(), documents, Long::sum);
      ofCluster.clear();
    } else {
      context.getCounter(ClusterCounters.IN_SEVERAL_SOURCES).increment(documents);
      writeCluster(context);
    }
    continues = false;
  }

  /** Writes what is left after the last cluster. */
  void end(TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    for (Map.Entry<Long, Long> source : alone.entrySet()) {
      line.clear().append(source.getKey()).append(' ').append(source.getValue());
      context.write(LINES, line.toText());
    }
    alone.clear();
  }

  private void writeCluster(TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    line.clear();
    char before = '+';
    for (Map.Entry<Long, Long> source : ofCluster.entrySet()) {
      if (continues || before == ' ') {
        line.append(before);
      }
      line.append(source.getKey()).append(' ').append(source.getValue());
      before = ' ';
    }
    context.write(LINES, line.toText());
    ofCluster.clear();
    continues = true;
  }
}
