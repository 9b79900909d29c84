package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.config.Keys;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Writes the records of {@link ClusterMapper} as lines, one kind of group after the other: {@link
 * ClusterLines}, {@link RemovedByLines}, {@link SourceLines}.
 */
public final class ClusterReducer extends Reducer<GroupedKey, Text, Text, Text> {

  static final Text CLUSTERS = new Text("part");
  static final Text REMOVED_BY = new Text("removed-by");
  static final Text SOURCES = new Text("sources");
  private GroupWriter[] writers; // by the first byte of the key

  /** Writes the lines of one kind of groups. */
  interface GroupWriter {
    /** Writes the lines of a group. The key changes while the values are read. */
    void write(
        GroupedKey key, Iterable<Text> values, TaskInputOutputContext<?, ?, Text, Text> context)
        throws IOException, InterruptedException;

    /** Leaves notes for the client, after the last group. */
    void writeNotes(TaskInputOutputContext<?, ?, Text, Text> context)
        throws IOException, InterruptedException;
  }

  @Override
  protected void setup(Context context) {
    long maxDocuments =
        HadoopSettings.of(context.getConfiguration()).get(Keys.MAX_CLUSTER_DOCUMENTS);
    writers = new GroupWriter[3];
    writers[ClusterMapper.MEMBER] = new ClusterLines(maxDocuments);
    writers[ClusterMapper.REMOVAL] = new RemovedByLines();
    writers[ClusterMapper.SOURCE] = new SourceLines();
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    writers[key.byteAt(0)].write(key, values, context);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    for (GroupWriter writer : writers) {
      writer.writeNotes(context);
    }
  }

  static IOException missing(long column) {
    return new IOException("document " + column + " is missing");
  }

  /**
   * Sends consecutive parts of each kind of group to consecutive reducers: equal ranges of columns
   * for clusters and for kept documents, ranges of the first bytes of the name for sources.
   */
  public static final class Partitioner extends FirstColumnPartitioner {

    @Override
    public int getPartition(WritableComparable<?> grouped, Writable value, int parts) {
      GroupedKey key = (GroupedKey) grouped;
      if (key.byteAt(0) == ClusterMapper.SOURCE) {
        byte[] prefix = Arrays.copyOf(key.from(1), GroupedKey.COLUMN_BYTES);
        long number = BigEndian.get(prefix, 0, prefix.length);
        return ColumnPartition.part(number, ColumnPartition.MAX_COLUMNS, parts);
      }
      return part(key.groupColumn(), parts);
    }
  }

  /**
   * The counts of a source → {@code source<TAB>documents<TAB>removed<TAB>share}. Leaves a note of
   * the sources that lose most, and of those with most documents in clusters.
   */
  private static final class SourceLines implements GroupWriter {

    private final LineBuilder line = new LineBuilder();
    private final NumberParser numbers = new NumberParser("the counts of a source");
    private final TopNotes<SourceShare> worst = SourceShare.worst();
    private final TopNotes<ClusteredSource> largest = ClusteredSource.largest();

    @Override
    public void write(
        GroupedKey key, Iterable<Text> counts, TaskInputOutputContext<?, ?, Text, Text> context)
        throws IOException, InterruptedException {
      long documents = 0;
      long removed = 0;
      long clustered = 0;
      for (Text count : counts) {
        documents += numbers.start(count).numberField();
        removed += numbers.numberField();
        clustered += numbers.number();
      }
      SourceShare source =
          new SourceShare(new String(key.from(1), StandardCharsets.UTF_8), documents, removed);
      context.write(SOURCES, line.clear().append(source.line()).toText());
      if (removed > 0) {
        worst.add(source);
      }
      if (clustered > 0) {
        largest.add(new ClusteredSource(source.name(), documents, clustered));
      }
      context.getCounter(ClusterCounters.SOURCES).increment(1);
      context.getCounter(ClusterCounters.SOURCE_DOCUMENTS).increment(documents);
      context.getCounter(ClusterCounters.SOURCE_REMOVED).increment(removed);
      if (source.isWipedOut()) {
        context.getCounter(ClusterCounters.SOURCES_WIPED_OUT).increment(1);
      }
    }

    @Override
    public void writeNotes(TaskInputOutputContext<?, ?, Text, Text> context) throws IOException {
      worst.write(context);
      largest.write(context);
    }
  }
}
