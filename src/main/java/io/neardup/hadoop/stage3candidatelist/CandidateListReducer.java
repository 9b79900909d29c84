package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Merges the tails of column i and writes its candidate list {@code i<TAB>j₁ j₂ …}. */
public final class CandidateListReducer extends Reducer<ColumnPairKey, Tail, NullWritable, Text> {

  /** Most columns of a line; a longer list goes on in further lines of the same i. */
  public static final int MAX_LINE_COLUMNS = 65_536;

  private final TailMerger merger = new TailMerger();
  private final LineBuilder line = new LineBuilder();
  private int lineColumns;
  private long candidates;

  @Override
  protected void reduce(ColumnPairKey key, Iterable<Tail> tails, Context context)
      throws IOException, InterruptedException {
    long i = key.first();
    lineColumns = 0;
    candidates = 0;
    long repeats = merger.merge(tails.iterator(), (js, length) -> add(i, js, length, context));
    context.write(NullWritable.get(), line.toText());
    context.getCounter(CandidateListCounters.LISTS).increment(1);
    context.getCounter(CandidateListCounters.CANDIDATES).increment(candidates);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
  }

  private void add(long i, long[] js, int length, Context context)
      throws IOException, InterruptedException {
    for (int at = 0; at < length; at++) {
      if (lineColumns == MAX_LINE_COLUMNS) {
        context.write(NullWritable.get(), line.toText());
        context.progress();
        lineColumns = 0;
      }
      if (lineColumns == 0) {
        line.clear().append(i).append('\t');
      } else {
        line.append(' ');
      }
      line.append(js[at]);
      lineColumns++;
    }
    candidates += length;
  }
}
