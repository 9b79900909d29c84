package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a source, counted → a line {@code hash of its name<TAB>halvings of the
 * sample<TAB>sampled documents}, if there are enough of them.
 */
public final class SampledSourceReducer
    extends Reducer<LongWritable, LongWritable, NullWritable, Text> {

  private final HalvedCounts counts = new HalvedCounts();
  private final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(LongWritable source, Iterable<LongWritable> values, Context context)
      throws IOException, InterruptedException {
    counts.set(values);
    if (counts.atLeast(0) < SourceSample.MIN_DOCUMENTS) {
      context.getCounter(StopShingleCounters.SMALL_SOURCES).increment(1);
      return;
    }
    context.getCounter(StopShingleCounters.SOURCES_SAMPLED).increment(1);
    int halvings = counts.halvings(SourceSample.MAX_DOCUMENTS, SourceSample.MIN_DOCUMENTS);
    line.clear().append(hex.toHexDigits(source.get())).append('\t').append(halvings);
    context.write(NullWritable.get(), line.append('\t').append(counts.atLeast(halvings)).toText());
  }
}
