package io.neardup.hadoop.stopshingles;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Adds up the {@link HalvedCounts} of a source. */
public final class SourceCountCombiner
    extends Reducer<LongWritable, LongWritable, LongWritable, LongWritable> {

  private final HalvedCounts counts = new HalvedCounts();
  private final LongWritable value = new LongWritable();

  @Override
  protected void reduce(LongWritable source, Iterable<LongWritable> values, Context context)
      throws IOException, InterruptedException {
    counts.set(values);
    for (int halvings = 0; halvings <= HalvedCounts.max(); halvings++) {
      if (counts.exactly(halvings) > 0) {
        value.set(HalvedCounts.count(halvings, counts.exactly(halvings)));
        context.write(source, value);
      }
    }
  }
}
