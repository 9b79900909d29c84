package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * A kept document, then the documents removed in its favour, each after the document that its chain
 * leads through, if any → the lines of a {@link Removal}, by the removed column. Leaves a note of
 * the least similar removals by a pair.
 */
final class RemovedByLines implements ClusterReducer.GroupWriter {

  private final NumberParser numbers = new NumberParser("a removed document");
  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();
  private final Text linkId = new Text();
  private final TopNotes<String> least = Removal.leastSimilar();
  private int worst = Integer.MAX_VALUE; // similarity of a removal that the note may take, at most

  @Override
  public void write(
      GroupedKey key, Iterable<Text> values, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    if (key.lastByte() != ClusterMapper.KEPT) {
      throw ClusterReducer.missing(key.groupColumn());
    }
    long removals = 0;
    long chains = 0;
    long link = Removal.NONE; // column
    for (Text value : values) { // the key moves on with the values
      switch (key.lastByte()) {
        case ClusterMapper.KEPT -> kept.set(value);
        case ClusterMapper.LINK -> {
          link = numbers.start(value).numberField();
          int at = numbers.position();
          linkId.set(value.getBytes(), at, value.getLength() - at);
        }
        default -> {
          long other = writeRow(value, link, context);
          chains += other == Removal.NONE ? 0 : 1;
          removals++;
        }
      }
    }
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removals);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(chains);
  }

  /** Writes a row; returns the column that its chain leads through. */
  private long writeRow(Text row, long link, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    numbers.start(row).skipField();
    long other = Removal.NONE;
    if (!numbers.accept('\t')) {
      other = numbers.numberField();
      if (other != link) {
        throw ClusterReducer.missing(other);
      }
    }
    int similarity = numbers.millionths();
    int behindSimilarity = numbers.position();
    int behindKeptId = kept.find("\t");
    line.clear().append(row.getBytes(), 0, row.find("\t")).append('\t');
    line.append(kept.getBytes(), 0, behindKeptId).append('\t');
    if (other == Removal.NONE) {
      line.appendMillionths(similarity);
    }
    line.append('\t').append(other == Removal.NONE ? Removal.PAIR : Removal.LINK);
    line.append(row.getBytes(), behindSimilarity, row.getLength() - behindSimilarity);
    line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId).append('\t');
    if (other == Removal.NONE) {
      line.append("\t\t");
    } else {
      line.append(linkId.getBytes(), 0, linkId.getLength()).append('\t').append(other);
      line.append('\t').appendMillionths(similarity);
    }
    Text text = line.toText();
    context.write(ClusterReducer.REMOVED_BY, text);
    if (other == Removal.NONE && similarity <= worst) { // few lines become strings
      least.add(text.toString());
      worst = least.lastKept() == null ? worst : Removal.parse(least.lastKept()).millionths();
    }
    return other;
  }

  @Override
  public void writeNotes(TaskInputOutputContext<?, ?, Text, Text> context) throws IOException {
    least.write(context);
  }
}
