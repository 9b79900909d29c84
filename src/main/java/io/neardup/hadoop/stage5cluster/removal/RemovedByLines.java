package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A kept document, the documents removed in its favour, and the ids of others that chains lead
 * through → the lines of a {@link Removal}, by the removed column. Leaves a note of the least
 * similar removals by a pair.
 *
 * <p>Memory: {@link RemovedRows}, and a document's id and place.
 */
final class RemovedByLines implements GroupWriter {

  private final NumberParser numbers = new NumberParser("a removed document");
  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();
  private final TopNotes<LeastSimilar> least = LeastSimilar.notes();
  private final RemovedRows rows;
  private long removals; // of the group
  private long chains;

  /**
   * @param disk where to put the rows of a kept document that do not fit in memory
   */
  RemovedByLines(Disk disk) {
    rows = new RemovedRows(disk, RemovedRows.BYTES_IN_MEMORY);
  }

  @Override
  public void write(
      BytesWritable key,
      Iterable<Text> values,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    if (!ClusterKey.isOfKept(key)) {
      throw ClusterKey.missing(ClusterKey.group(key));
    }
    for (Text value : values) { // the key moves on with the values
      if (ClusterKey.isOfKept(key)) {
        kept.set(value);
      } else if (ClusterKey.isOther(key)) {
        rows.addId(ClusterKey.removedColumn(key), value);
      } else {
        rows.add(ClusterKey.removedColumn(key), other(value), value);
      }
    }
    removals = 0;
    chains = 0;
    rows.drain((row, otherId) -> write(row, otherId, context));
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removals);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(chains);
  }

  /** Returns the column of the pair of a row; none if that is the kept one. */
  private long other(Text row) throws IOException {
    numbers.start(row).skipField();
    return numbers.accept('\t') ? RemovedRows.NONE : numbers.number();
  }

  private void write(
      Text row, Text otherId, Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    long other = other(row);
    boolean isPair = other == RemovedRows.NONE;
    if (!isPair) {
      numbers.expect('\t');
    }
    int similarity = numbers.millionths();
    int behindSimilarity = numbers.position();
    int behindKeptId = kept.find("\t");
    line.clear().append(row.getBytes(), 0, row.find("\t")).append('\t');
    line.append(kept.getBytes(), 0, behindKeptId).append('\t');
    if (isPair) {
      line.appendMillionths(similarity);
    }
    line.append('\t').append(isPair ? Removal.PAIR : Removal.LINK);
    line.append(row.getBytes(), behindSimilarity, row.getLength() - behindSimilarity);
    line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId).append('\t');
    if (isPair) {
      line.append("\t\t");
    } else {
      line.append(otherId.getBytes(), 0, otherId.getLength()).append('\t').append(other);
      line.append('\t').appendMillionths(similarity);
    }
    Text text = line.toText();
    context.write(ClusterReducer.REMOVED_BY, text);
    removals++;
    if (isPair) {
      LeastSimilar.add(least, similarity, text);
    } else {
      chains++;
    }
  }

  @Override
  public void writeNotes(Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException {
    rows.close();
    least.write(context);
  }
}
