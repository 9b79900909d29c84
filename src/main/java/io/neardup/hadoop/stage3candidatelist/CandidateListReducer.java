package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Merges the tails of column i and writes its candidate list {@code i<TAB>j₁ j₂ …}. */
public final class CandidateListReducer extends Reducer<ColumnPairKey, Tail, NullWritable, Text> {

  private final TailMerger merger = new TailMerger();
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
  protected void reduce(ColumnPairKey key, Iterable<Tail> tails, Context context)
      throws IOException, InterruptedException {
    long i = key.first();
    long repeats = merger.merge(tails.iterator(), (js, length) -> lines.add(i, js, length));
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    lines.finish();
    context.getCounter(CandidateListCounters.LISTS).increment(lines.lists());
    context.getCounter(CandidateListCounters.CANDIDATES).increment(lines.candidates());
  }
}
