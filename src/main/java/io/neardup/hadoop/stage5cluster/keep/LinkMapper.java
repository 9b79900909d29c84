package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.stage5cluster.components.Edge;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Line of a pair (i, j) → (j, i), without ranks, and its {@link Link}. */
public final class LinkMapper extends Mapper<LongWritable, Text, LinkKey, Link> {

  private final Edge edge = new Edge();
  private final LinkKey key = new LinkKey();
  private final Link link = new Link();
  private final byte[] none = {};

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    context.write(key.set(none, edge.larger(), none, edge.smaller()), link.set(edge));
  }
}
