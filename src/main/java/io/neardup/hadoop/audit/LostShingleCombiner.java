package io.neardup.hadoop.audit;

import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** What documents have a shingle: some → all of them. */
public final class LostShingleCombiner
    extends Reducer<LongWritable, IntWritable, LongWritable, IntWritable> {

  private final IntWritable value = new IntWritable();

  @Override
  protected void reduce(LongWritable shingle, Iterable<IntWritable> values, Context context)
      throws IOException, InterruptedException {
    value.set(all(values));
    context.write(shingle, value);
  }

  /** Returns the values of a shingle as one. */
  static int all(Iterable<IntWritable> values) {
    int all = 0;
    for (IntWritable some : values) {
      all |= some.get();
    }
    return all;
  }
}
