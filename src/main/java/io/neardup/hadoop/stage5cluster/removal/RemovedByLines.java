package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A kept document and the documents removed in its favour, each behind the {@linkplain Reason
 * reasons} → {@code removed id<TAB>kept id<TAB>similarity<TAB>pair|link<TAB>removed place<TAB>kept
 * place}, by the removed column. A place is a {@link DocumentPlace}.
 */
final class RemovedByLines implements GroupWriter {

  private static final long NONE = -1;

  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();

  @Override
  public void write(
      BytesWritable key,
      Iterable<Text> values,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException {
    if (!ClusterKey.isOfKept(key)) {
      throw ClusterKey.missing(ClusterKey.group(key));
    }
    long removed = 0;
    long links = 0;
    long column = NONE; // to be removed, its document is still to come
    int reason = 0;
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
      append(value, reason);
      context.write(ClusterReducer.REMOVED_BY, line.toText());
      column = NONE;
      removed++;
      links += Reason.isWithKept(reason) ? 0 : 1;
    }
    if (column != NONE) {
      throw ClusterKey.missing(column);
    }
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removed);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(links);
  }

  private void append(Text document, int reason) {
    int behindId = document.find("\t");
    int behindKeptId = kept.find("\t");
    line.clear().append(document.getBytes(), 0, behindId).append('\t');
    line.append(kept.getBytes(), 0, behindKeptId).append('\t');
    line.appendMillionths(Reason.similarity(reason)).append('\t');
    line.append(Reason.isWithKept(reason) ? "pair" : "link");
    line.append(document.getBytes(), behindId, document.getLength() - behindId);
    line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId);
  }
}
