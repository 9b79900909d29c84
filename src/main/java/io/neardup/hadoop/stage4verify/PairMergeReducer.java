package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.similarity.Jaccard;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The lines of a pair, which are all the same → one of them. Leaves the notes of {@link
 * ComparisonReducer} about the pairs.
 */
public final class PairMergeReducer extends Reducer<ColumnPairKey, Text, ColumnPairKey, Text> {

  private final MostSimilar mostSimilar = new MostSimilar();
  private final ClosestPairs justAbove = ClosestPairs.above();
  private final SimilarityCounts similarities = new SimilarityCounts();
  private int slots;

  @Override
  protected void setup(Context context) {
    slots = SignatureInputFormat.slots(context.getConfiguration());
  }

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<Text> lines, Context context)
      throws IOException, InterruptedException {
    boolean isFirst = true;
    for (Text line : lines) {
      if (isFirst) {
        context.write(pair, line);
        note(pair, line);
        context.getCounter(PairMergeCounters.PAIRS_WRITTEN).increment(1);
      } else {
        context.getCounter(PairMergeCounters.PAIRS_REPEATED).increment(1);
      }
      isFirst = false;
    }
  }

  private void note(ColumnPairKey pair, Text line) throws IOException {
    Quotient quotient = Quotient.of(line, slots);
    double similarity = Jaccard.similarity(quotient.part(), quotient.whole());
    mostSimilar.add(line);
    similarities.add(quotient.part(), quotient.whole());
    if (justAbove.takes(pair.first(), pair.second(), similarity)) {
      justAbove.add(pair.first(), pair.second(), similarity, line);
    }
  }

  /** The similarity of a pair, as the two numbers that it is computed from. */
  private record Quotient(int part, int whole) {

    /** Returns intersection and union, or if the line has none, the equal slots and n. */
    static Quotient of(Text line, int slots) throws IOException {
      byte[] bytes = line.getBytes();
      int at = line.getLength();
      int[] starts = new int[4]; // of the last four fields, the last first
      for (int field = 0; field < starts.length; field++) {
        while (at > 0 && bytes[at - 1] != '\t') {
          at--;
        }
        starts[field] = at;
        at--;
      }
      int length = line.getLength();
      if (starts[0] < length) {
        int union = Integer.parseInt(Text.decode(bytes, starts[0], length - starts[0]));
        int intersection =
            Integer.parseInt(Text.decode(bytes, starts[1], starts[0] - 1 - starts[1]));
        return new Quotient(intersection, union);
      }
      String share = Text.decode(bytes, starts[3], starts[2] - 1 - starts[3]);
      return new Quotient((int) Math.round(Double.parseDouble(share) * slots), slots);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (!mostSimilar.isEmpty()) {
      TaskNotes.write(context, MostSimilar.NOTE, mostSimilar.lines());
    }
    justAbove.write(context);
    similarities.write(context);
  }
}
