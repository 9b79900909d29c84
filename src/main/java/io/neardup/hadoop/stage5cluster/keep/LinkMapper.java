package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.ColumnPair;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Line of a pair (i, j) → (j, i), without ranks, and its numbers. */
public final class LinkMapper extends Mapper<LongWritable, Text, LinkKey, ColumnPair> {

  private final ColumnPair pair = new ColumnPair();
  private final LinkKey key = new LinkKey();
  private final byte[] none = {};

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    pair.parse(line);
    context.write(key.set(none, pair.larger(), none, pair.smaller()), pair);
  }
}
