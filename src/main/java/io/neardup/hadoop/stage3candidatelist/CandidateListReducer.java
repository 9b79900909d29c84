package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.ColumnPairKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Unites the pieces of the tail of column i, window by window, into its candidate list {@code
 * i<TAB>j₁ j₂ …}.
 *
 * <p>Memory: 8 to 16 bytes for each of {@value #MAX_UNSORTED} columns.
 */
public final class CandidateListReducer extends Reducer<ColumnPairKey, Tail, NullWritable, Text> {

  /** Columns, with repeats, that are gathered before repeats are removed: two windows of them. */
  private static final int MAX_UNSORTED = 2 * Tail.WINDOW;

  private final LongArrayList tail = new LongArrayList();
  private CandidateLines lines;

  @Override
  protected void setup(Context context) {
    lines =
        new CandidateLines(
            line -> {
              context.write(NullWritable.get(), line);
              context.progress();
            });
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<Tail> pieces, Context context)
      throws IOException, InterruptedException {
    tail.clear();
    long repeats = 0;
    for (Tail piece : pieces) {
      tail.addAll(piece.columns());
      if (tail.size() >= MAX_UNSORTED) {
        repeats += Tails.removeRepeats(tail);
      }
    }
    repeats += Tails.removeRepeats(tail);
    lines.add(key.first(), tail);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    lines.finish();
    context.getCounter(CandidateListCounters.LISTS).increment(lines.lists());
    context.getCounter(CandidateListCounters.CANDIDATES).increment(lines.candidates());
  }
}
