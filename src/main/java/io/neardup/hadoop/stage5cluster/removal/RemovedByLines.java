package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.stage4verify.OneAgainstMany;
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
 * reasons}, and the ids of others that chains lead through → the lines of a {@link Removal}, by the
 * removed column. If the documents come with their texts, those removed by a chain are compared
 * with the kept one. Otherwise they have no similarity yet; their columns follow as a line {@code
 * kept<TAB>removed} of {@link ClusterReducer#CHAINS}. Leaves notes of the least similar removals.
 *
 * <p>Memory: {@link RemovedRows}, {@link OneAgainstMany}, and a document's id and place.
 */
final class RemovedByLines implements GroupWriter {

  private static final long NONE = -1;

  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();
  private final LeastSimilar least = new LeastSimilar(LeastSimilar.COUNT);
  private final LeastSimilar leastChain = new LeastSimilar(1);
  private final RemovedRows rows;
  private final OneAgainstMany comparison; // null if there are no texts
  private long removals; // of the group
  private long chains;

  /**
   * @param disk where to put the rows of a kept document that do not fit in memory
   * @param comparison compares the texts; null if there are none
   */
  RemovedByLines(Disk disk, OneAgainstMany comparison) {
    this.comparison = comparison;
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
        setKept(value);
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
      if (ClusterKey.isOther(key)) {
        rows.addId(next, value.getBytes(), value.getLength());
        continue;
      }
      if (column == NONE) {
        throw new IOException("column " + next + " is removed, but in no pair");
      }
      add(column, reason, value);
      column = NONE;
    }
    if (column != NONE) {
      throw ClusterKey.missing(column);
    }
    long group = ClusterKey.group(key);
    removals = 0;
    chains = 0;
    rows.drain(
        (removed, why, similarity, row, id) ->
            write(group, removed, why, similarity, row, id, context));
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removals);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(chains);
  }

  private void setKept(Text value) {
    int end = lineEnd(value);
    kept.set(value.getBytes(), 0, end);
    if (comparison != null) {
      comparison.setOne(value.getBytes(), end + 1, value.getLength() - end - 1);
    }
  }

  private void add(long column, long reason, Text value) throws IOException {
    int end = lineEnd(value);
    int similarity = RemovedRows.UNKNOWN;
    if (Reason.isWithKept(reason)) {
      similarity = Reason.similarity(reason);
    } else if (comparison != null) {
      similarity = comparison.millionths(value.getBytes(), end + 1, value.getLength() - end - 1);
    }
    rows.add(column, reason, similarity, value.getBytes(), end);
  }

  /** Returns where the id and the place end; a line feed and the text follow if there are texts. */
  private int lineEnd(Text value) {
    return comparison == null ? value.getLength() : value.find("\n");
  }

  private void write(
      long keptColumn,
      long column,
      long reason,
      int similarity,
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
    if (similarity != RemovedRows.UNKNOWN) {
      line.appendMillionths(similarity);
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
    chains += isPair ? 0 : 1;
    if (similarity == RemovedRows.UNKNOWN) {
      context.write(
          ClusterReducer.CHAINS,
          line.clear().append(keptColumn).append('\t').append(column).toText());
      return;
    }
    least.add(similarity, text);
    if (!isPair) {
      leastChain.add(similarity, text);
    }
  }

  @Override
  public void writeNotes(Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException {
    rows.close();
    if (!least.isEmpty()) {
      TaskNotes.write(context, LeastSimilar.NOTE, least.lines());
    }
    if (!leastChain.isEmpty()) {
      TaskNotes.write(context, LeastSimilar.CHAIN_NOTE, leastChain.lines());
    }
  }
}
