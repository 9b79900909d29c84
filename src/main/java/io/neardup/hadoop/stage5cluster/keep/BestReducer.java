package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a cluster, the smallest rank first → for each of them a line {@code
 * column<TAB>kept column}. The first document is the kept one.
 */
public final class BestReducer extends Reducer<RankKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(RankKey key, Iterable<NullWritable> documents, Context context)
      throws IOException, InterruptedException {
    long best = key.column();
    for (NullWritable unused : documents) { // the key moves on with the values
      line.clear().append(key.column()).append('\t').append(best);
      context.write(NullWritable.get(), line.toText());
    }
  }
}
