package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The counts of a source → {@code source<TAB>documents<TAB>removed<TAB>share}. Leaves a note of the
 * sources that lose most.
 */
final class SourceLines implements ClusterReducer.GroupWriter {

  private final LineBuilder line = new LineBuilder();
  private final NumberParser numbers = new NumberParser("the counts of a source");
  private final TopNotes<SourceShare> worst = SourceShare.worst();

  @Override
  public void write(
      GroupedKey key, Iterable<Text> counts, Reducer<GroupedKey, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    long removed = 0;
    for (Text count : counts) {
      documents += numbers.start(count).number();
      numbers.expect('\t');
      removed += numbers.number();
    }
    SourceShare source =
        new SourceShare(new String(key.from(1), StandardCharsets.UTF_8), documents, removed);
    context.write(ClusterReducer.SOURCES, line.clear().append(source.line()).toText());
    if (removed > 0) {
      worst.add(source);
    }
    context.getCounter(ClusterCounters.SOURCES).increment(1);
    context.getCounter(ClusterCounters.SOURCE_DOCUMENTS).increment(documents);
    context.getCounter(ClusterCounters.SOURCE_REMOVED).increment(removed);
    if (source.isWipedOut()) {
      context.getCounter(ClusterCounters.SOURCES_WIPED_OUT).increment(1);
    }
  }

  @Override
  public void writeNotes(Reducer<GroupedKey, Text, Text, Text>.Context context) throws IOException {
    worst.write(context);
  }
}
