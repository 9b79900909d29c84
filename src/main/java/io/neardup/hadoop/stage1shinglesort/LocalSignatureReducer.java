package io.neardup.hadoop.stage1shinglesort;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Plan {@code local}, reduce side: writes the signature columns as they arrive, in order. */
public final class LocalSignatureReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {

  @Override
  protected void reduce(LongWritable column, Iterable<BytesWritable> records, Context context)
      throws IOException, InterruptedException {
    int count = 0;
    for (BytesWritable record : records) {
      context.write(NullWritable.get(), record);
      count++;
    }
    if (count != 1) {
      throw new IOException("column " + column + " has " + count + " signatures");
    }
    context.getCounter(ShingleSortCounters.SIGNATURES).increment(1);
  }
}
