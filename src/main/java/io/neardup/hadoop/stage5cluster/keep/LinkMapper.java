package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.graph.ContainmentRule;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.Edge;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line of a pair (i, j) → (j, i), both of the same rank, and the {@link Link} for j; nothing if i
 * holds too little of j for a removal.
 */
public final class LinkMapper extends Mapper<LongWritable, Text, LinkKey, Link> {

  private final Edge edge = new Edge();
  private final LinkKey key = new LinkKey();
  private final Link link = new Link();
  private ContainmentRule rule;

  @Override
  protected void setup(Context context) {
    rule = ContainmentRule.of(HadoopSettings.of(context.getConfiguration()));
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    edge.parse(line);
    if (!rule.allows(edge.intersection(), edge.sizeOfLarger())) {
      context.getCounter(ClusterCounters.PAIRS_NOT_CONTAINED).increment(1);
      return;
    }
    link.set(edge.similarity(), edge.intersection(), edge.sizeOfLarger());
    context.write(key.set(0, edge.larger(), 0, edge.smaller()), link);
  }
}
