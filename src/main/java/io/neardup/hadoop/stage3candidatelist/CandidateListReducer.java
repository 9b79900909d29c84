package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.AscendingNumbers;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Unites the pieces of the tail of column i, window by window, into its candidate list {@code
 * i<TAB>j₁ j₂ …}. A list of more than {@value #MAX_COLUMNS} columns goes on in further lines of the
 * same i.
 *
 * <p>Memory: 8 to 16 bytes for each of {@value #MAX_UNSORTED} columns.
 */
public final class CandidateListReducer
    extends Reducer<ColumnPairKey, AscendingNumbers, NullWritable, Text> {

  /** Columns, with repeats, that are gathered before repeats are removed: two windows of them. */
  private static final int MAX_UNSORTED = 2 * CandidateListMapper.WINDOW;

  /** Most columns of a line. */
  static final int MAX_COLUMNS = 65_536;

  private final LongArrayList tail = new LongArrayList();
  private final LineBuilder line = new LineBuilder();
  private int lineColumns;
  private long column = -1; // of the list
  private long lists;
  private long candidates;

  @Override
  protected void reduce(ColumnPairKey key, Iterable<AscendingNumbers> pieces, Context context)
      throws IOException, InterruptedException {
    tail.clear();
    long repeats = 0;
    for (AscendingNumbers piece : pieces) {
      tail.addAll(piece.list());
      if (tail.size() >= MAX_UNSORTED) {
        repeats += Tails.removeRepeats(tail);
      }
    }
    repeats += Tails.removeRepeats(tail);
    add(key.first(), context);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
  }

  /** Adds the tail to the list of column i, whose columns are smaller. */
  private void add(long i, Context context) throws IOException, InterruptedException {
    if (i != column) {
      endLine(context);
      column = i;
      lists++;
    }
    for (int at = 0; at < tail.size(); at++) {
      if (lineColumns == MAX_COLUMNS) {
        endLine(context);
      }
      if (lineColumns == 0) {
        line.clear().append(i).append('\t');
      } else {
        line.append(' ');
      }
      line.append(tail.getLong(at));
      lineColumns++;
    }
    candidates += tail.size();
  }

  private void endLine(Context context) throws IOException, InterruptedException {
    if (lineColumns > 0) {
      context.write(NullWritable.get(), line.toText());
      context.progress();
      lineColumns = 0;
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    endLine(context);
    context.getCounter(CandidateListCounters.LISTS).increment(lists);
    context.getCounter(CandidateListCounters.CANDIDATES).increment(candidates);
  }
}
