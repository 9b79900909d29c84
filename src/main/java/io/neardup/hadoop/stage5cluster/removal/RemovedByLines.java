package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.RemovedRows.Slice;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A kept document and the documents removed in its favour, each behind the {@linkplain Reason
 * reasons} → the lines of a {@link Removal}, by the removed column. A removal by a chain has no
 * similarity yet; its columns follow as a line {@code kept<TAB>removed} of {@link
 * ClusterReducer#CHAINS}. Leaves a note of the least similar removals by a pair.
 *
 * <p>Memory: {@link RemovedRows}, {@link LeastSimilar}, and a document's id and place.
 */
final class RemovedByLines implements GroupWriter {

  private static final long NONE = -1;

  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();
  private final LeastSimilar least = new LeastSimilar();
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
    long column = NONE; // to be removed, its document is still to come
    long reason = 0;
    for (Text value : values) { // the key moves on with the values
      if (ClusterKey.isOfKept(key)) {
        kept.set(value);
        continue;
      }
      long next = ClusterKey.removedColumn(key);
      if (column != NONE && column != next) {
        throw ClusterKey.missing(column);
      }
      if (ClusterKey.isReason(key)) {
        column = next;
        reason = ClusterKey.reason(key); // the last one is the best
        continue;
      }
      if (column == NONE) {
        throw new IOException("column " + next + " is removed, but in no pair");
      }
      rows.add(column, reason, value.getBytes(), value.getLength());
      column = NONE;
    }
    if (column != NONE) {
      throw ClusterKey.missing(column);
    }
    long group = ClusterKey.group(key);
    removals = 0;
    chains = 0;
    rows.drain((removed, why, row, id) -> write(group, removed, why, row, id, context));
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removals);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(chains);
  }

  private void write(
      long keptColumn,
      long column,
      long reason,
      Slice row,
      Slice otherId,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    boolean isPair = Reason.isWithKept(reason);
    int behindKeptId = kept.find("\t");
    line.clear();
    row.beforeTab().appendTo(line);
    line.append('\t');
    line.append(kept.getBytes(), 0, behindKeptId).append('\t');
    if (isPair) {
      line.appendMillionths(Reason.similarity(reason));
    }
    line.append('\t').append(isPair ? Removal.PAIR : Removal.LINK);
    row.fromTab().appendTo(line);
    line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId).append('\t');
    if (isPair) {
      line.append("\t\t");
    } else {
      otherId.appendTo(line);
      line.append('\t').append(Reason.other(reason)).append('\t');
      line.appendMillionths(Reason.similarity(reason));
    }
    Text text = line.toText();
    context.write(ClusterReducer.REMOVED_BY, text);
    removals++;
    if (isPair) {
      least.add(Reason.similarity(reason), text);
      return;
    }
    chains++;
    context.write(
        ClusterReducer.CHAINS,
        line.clear().append(keptColumn).append('\t').append(column).toText());
  }

  @Override
  public void writeNotes(Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException {
    rows.close();
    if (!least.isEmpty()) {
      TaskNotes.write(context, LeastSimilar.NOTE, least.lines());
    }
  }
}
