package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.Edge;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Line {@code i<TAB>j<TAB>similarity} → (j, i), both of the same rank, and the similarity. */
public final class LinkMapper extends Mapper<LongWritable, Text, LinkKey, IntWritable> {

  private final Edge edge = new Edge();
  private final LinkKey key = new LinkKey();
  private final IntWritable similarity = new IntWritable();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    similarity.set(edge.similarity());
    context.write(key.set(0, edge.larger(), 0, edge.smaller()), similarity);
  }
}
