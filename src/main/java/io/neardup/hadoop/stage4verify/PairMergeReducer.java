package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.PairLine;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The lines of a pair, which are all the same → one of them. Leaves the notes of {@link
 * ComparisonReducer} about the pairs.
 */
public final class PairMergeReducer extends Reducer<ColumnPairKey, Text, ColumnPairKey, Text> {

  private final TopNotes<RatedLine> mostSimilar = RatedLine.mostSimilar();
  private final PairLine rated = RatedLine.numbers();
  private final TopNotes<SampledPair> justAbove = SampledPair.justAbove();
  private final SimilarityCounts similarities = new SimilarityCounts();
  private int slots;
  private Measure measure;
  private PairLine numbers;

  @Override
  protected void setup(Context context) {
    slots = SignatureInputFormat.slots(context.getConfiguration());
    measure = HadoopSettings.measure(HadoopSettings.of(context.getConfiguration()));
    numbers = new PairLine(measure);
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
    numbers.read(line);
    int part;
    int whole;
    if (numbers.isExact()) {
      part = numbers.intersection();
      whole = measure.whole(part, numbers.sizeA(), numbers.sizeB());
    } else {
      part = (int) Math.round(numbers.similarity() * slots);
      whole = slots;
    }
    double similarity = Jaccard.similarity(part, whole);
    RatedLine.add(mostSimilar, rated, line);
    similarities.add(part, whole);
    SampledPair.add(justAbove, pair.first(), pair.second(), similarity, line);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    mostSimilar.write(context);
    justAbove.write(context);
    similarities.write(context);
  }
}
