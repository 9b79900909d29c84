package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.PairLine;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The members of a block, then the visitors that make plausible pairs with some of them → lines
 * {@code idA<TAB>idB<TAB>signature similarity<TAB>Jaccard<TAB>intersection<TAB>union<TAB>size of
 * A<TAB>size of B} of the pairs kept, under the key (i, j), by i, then j; similarities with six
 * decimals. Leaves notes: the most similar pairs of the task, those closest to the threshold, and
 * counts by similarity.
 *
 * <p>A document is shingled once for each block that it is sent to. Memory: {@link
 * BlockComparison}, {@value #BYTES_OF_LINES} bytes of lines, the rest on the local disk.
 */
public final class ComparisonReducer
    extends Reducer<ComparisonKey, ComparedDocument, ColumnPairKey, Text> {

  private static final int BYTES_OF_LINES = 32 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  private final SetComparison comparison = new SetComparison();
  private final ColumnPairKey pair = new ColumnPairKey();
  private final LineBuilder line = new LineBuilder();
  private final TopNotes<RatedLine> mostSimilar = RatedLine.mostSimilar();
  private final PairLine numbers = RatedLine.numbers(); // of the last line
  private final TopNotes<SampledPair> justAbove = SampledPair.justAbove();
  private final TopNotes<SampledPair> justBelow = SampledPair.justBelow();
  private final SimilarityCounts similarities = new SimilarityCounts();
  private BlockComparison block;
  private final Text text = new Text(); // of the last line
  private RecordSort lines; // i, j, line
  private boolean exact;
  private Measure measure;
  private double threshold;
  private double leastSampled; // the similarity of a pair that may be sampled, at least
  private int slots;
  private long kept; // of the block
  private long belowThreshold;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    exact = Verification.exact(settings);
    measure = HadoopSettings.measure(settings);
    threshold = settings.get(Keys.THRESHOLD);
    leastSampled = Math.max(0, threshold - SampledPair.MARGIN);
    slots = SignatureInputFormat.slots(conf);
    Disk disk = Disk.of(context);
    block =
        new BlockComparison(
            exact ? DocumentElements.shingles(conf, settings) : DocumentElements.none(),
            disk,
            Verification.bytesInMemory(conf),
            (member, other, agreement) -> compare(member, other, agreement, context));
    lines = new RecordSort(disk, BYTES_OF_LINES);
  }

  @Override
  protected void reduce(ComparisonKey key, Iterable<ComparedDocument> documents, Context context)
      throws IOException, InterruptedException {
    for (ComparedDocument compared : documents) { // the key changes with each value
      block.take(key, compared);
    }
    block.finish();
    context.getCounter(VerifyCounters.PAIRS_KEPT).increment(kept);
    context.getCounter(VerifyCounters.BELOW_THRESHOLD).increment(belowThreshold);
    kept = 0;
    belowThreshold = 0;
  }

  private void compare(ShingledDocument a, ShingledDocument b, int agreement, Context context)
      throws IOException, InterruptedException {
    context.progress();
    if (!exact) {
      format(a, b, agreement);
      keep(a, b, agreement, slots);
      return;
    }
    boolean likely = Jaccard.similarity(agreement, slots) >= threshold;
    // A pair that the sample would not take need not be compared to the end.
    double bar = measure.jaccard(Math.min(threshold, leastSampled), a.size(), b.size());
    if (!a.reaches(bar, b, likely, comparison)) {
      belowThreshold++;
      return;
    }
    int intersection = comparison.intersection();
    double similarity = measure.similarity(intersection, a.size(), b.size());
    if (similarity >= threshold) {
      format(a, b, agreement);
      keep(a, b, intersection, measure.whole(intersection, a.size(), b.size()));
      return;
    }
    belowThreshold++;
    if (similarity >= leastSampled
        && justBelow.takes(new SampledPair(a.column(), b.column(), similarity, ""))) {
      format(a, b, agreement);
      SampledPair.add(justBelow, a.column(), b.column(), similarity, line.toText());
      SampledPair last = justBelow.lastKept();
      leastSampled = last == null ? leastSampled : last.similarity();
    }
  }

  private void format(ShingledDocument a, ShingledDocument b, int agreement) {
    line.clear().append(a.id(), 0, a.id().length).append('\t');
    line.append(b.id(), 0, b.id().length).append('\t');
    line.appendQuotient(agreement, slots).append('\t');
    if (exact) {
      line.appendQuotient(comparison.intersection(), comparison.union()).append('\t');
      line.append(comparison.intersection()).append('\t').append(comparison.union()).append('\t');
      line.append(a.size()).append('\t').append(b.size());
    } else {
      line.append("\t\t\t\t");
    }
  }

  /** Keeps the pair of the line, whose similarity is {@code part / whole}. */
  private void keep(ShingledDocument a, ShingledDocument b, int part, int whole)
      throws IOException {
    Text its = line.toText();
    byte[] record = new byte[ColumnPairKey.LENGTH + its.getLength()];
    BigEndian.put(record, 0, COLUMN_BYTES, a.column());
    BigEndian.put(record, COLUMN_BYTES, COLUMN_BYTES, b.column());
    System.arraycopy(its.getBytes(), 0, record, ColumnPairKey.LENGTH, its.getLength());
    lines.add(record);
    double similarity = Jaccard.similarity(part, whole);
    SampledPair.add(justAbove, a.column(), b.column(), similarity, its);
    similarities.add(part, whole);
    kept++;
  }

  private void write(byte[] record, int length, Context context)
      throws IOException, InterruptedException {
    pair.set(
        BigEndian.get(record, 0, COLUMN_BYTES), BigEndian.get(record, COLUMN_BYTES, COLUMN_BYTES));
    text.set(record, ColumnPairKey.LENGTH, length - ColumnPairKey.LENGTH);
    context.write(pair, text);
    RatedLine.add(mostSimilar, numbers, text);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    lines.drain((record, length) -> write(record, length, context));
    block.close();
    lines.close();
    mostSimilar.write(context);
    justAbove.write(context);
    justBelow.write(context);
    similarities.write(context);
  }
}
