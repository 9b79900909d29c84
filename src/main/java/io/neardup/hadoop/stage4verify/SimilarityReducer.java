package io.neardup.hadoop.stage4verify;

import io.neardup.config.Settings;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The members of a block, then the visitors that make pairs with some of them → lines {@code
 * member<TAB>visitor<TAB>similarity} of all pairs, by member, then visitor: the similarity by
 * {@code neardup.candidate.measure} or, unless verification is exact, the share of equal slots,
 * with six decimals.
 *
 * <p>Memory: {@link BlockComparison}, {@link PairLines}.
 */
public final class SimilarityReducer
    extends Reducer<ComparisonKey, ComparedDocument, NullWritable, Text> {

  private final SetComparison comparison = new SetComparison();
  private final LineBuilder line = new LineBuilder();
  private BlockComparison block;
  private PairLines lines;
  private boolean exact;
  private Measure measure;
  private int slots;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    exact = Verification.exact(settings);
    measure = HadoopSettings.measure(settings);
    slots = DocumentElements.numberOfSlots(settings);
    Disk disk = Disk.of(context);
    block =
        new BlockComparison(
            exact
                ? DocumentElements.shingles(conf, settings)
                : DocumentElements.slots(conf, settings),
            disk,
            Verification.bytesInMemory(conf),
            (member, visitor, agreement) -> compare(member, visitor, context));
    lines = new PairLines(disk, PairLines.BYTES_IN_MEMORY);
  }

  @Override
  protected void reduce(ComparisonKey key, Iterable<ComparedDocument> documents, Context context)
      throws IOException, InterruptedException {
    for (ComparedDocument compared : documents) { // the key changes with each value
      block.take(key, compared);
    }
    block.finish();
  }

  private void compare(ShingledDocument member, ShingledDocument visitor, Context context)
      throws IOException, InterruptedException {
    context.progress();
    if (!member.reaches(0, visitor, true, comparison)) {
      throw new AssertionError("every pair reaches 0");
    }
    line.clear().append(member.column()).append('\t').append(visitor.column()).append('\t');
    int intersection = comparison.intersection();
    line.appendQuotient(
        intersection, exact ? measure.whole(intersection, member.size(), visitor.size()) : slots);
    lines.add(member.column(), visitor.column(), line.toText());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    lines.drain((i, j, text) -> context.write(NullWritable.get(), text));
    block.close();
    lines.close();
  }
}
