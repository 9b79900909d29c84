package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.mapreduce.Reducer;

/** Merges the tails of a column on the map side. */
public final class TailCombiner extends Reducer<ColumnPairKey, Tail, ColumnPairKey, Tail> {

  private final TailMerger merger = new TailMerger();
  private final ColumnPairKey united = new ColumnPairKey();
  private final Tail piece = new Tail();

  @Override
  protected void reduce(ColumnPairKey key, Iterable<Tail> tails, Context context)
      throws IOException, InterruptedException {
    long i = key.first();
    piece.columns().clear();
    long repeats =
        merger.merge(
            tails.iterator(),
            (columns, length) -> {
              if (piece.columns().size() + length > Tail.MAX_COLUMNS) {
                write(i, context);
              }
              piece.columns().addElements(piece.columns().size(), columns, 0, length);
            });
    write(i, context);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
  }

  private void write(long i, Context context) throws IOException, InterruptedException {
    context.write(united.set(i, piece.columns().getLong(0)), piece);
    piece.columns().clear();
  }
}
