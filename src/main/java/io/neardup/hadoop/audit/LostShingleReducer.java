package io.neardup.hadoop.audit;

import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** What documents have a shingle → counters; writes nothing. */
public final class LostShingleReducer
    extends Reducer<LongWritable, IntWritable, NullWritable, Text> {

  @Override
  protected void reduce(LongWritable shingle, Iterable<IntWritable> values, Context context) {
    int all = LostShingleCombiner.all(values);
    if ((all & LostShingleMapper.REMOVED) != 0) {
      context.getCounter(AuditCounters.SAMPLED_SHINGLES_OF_REMOVED).increment(1);
      if (all == LostShingleMapper.REMOVED) {
        context.getCounter(AuditCounters.SAMPLED_SHINGLES_LOST).increment(1);
      }
    }
  }
}
