package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.io.ColumnLists;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.hadoop.io.HadoopSettings;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Document of column c in a cluster → ((cluster, member, c), id); unless the first is kept anyway,
 * also ((cluster, rank, c), nothing). The cluster of each column is read beside the documents, both
 * being sorted by column; documents in no cluster are not shuffled.
 */
public final class ClusterMapper extends Mapper<LongWritable, DocumentWritable, ClusterKey, Text> {

  private static final String COMPONENTS = "neardup-internal.components";

  private final ClusterKey key = new ClusterKey();
  private final Text id = new Text();
  private final Text nothing = new Text();
  private ColumnLists components;
  private KeepPolicy policy;

  static void setComponents(Configuration conf, Path components) {
    conf.set(COMPONENTS, components.toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    components = new ColumnLists(conf, new Path(conf.get(COMPONENTS)));
    policy = KeepPolicy.of(HadoopSettings.of(conf).get(Keys.KEEP));
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    long c = column.get();
    if (!components.seek(c) || !components.nextEntry()) {
      return;
    }
    long cluster = components.entry();
    if (policy != KeepPolicy.FIRST) {
      context.write(key.setEligible(cluster, policy.rank(document.textLength()), c), nothing);
    }
    id.set(document.idBytes(), 0, document.idLength());
    context.write(key.setMember(cluster, c), id);
    context.getCounter(ClusterCounters.DOCUMENTS).increment(1);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    components.close();
  }
}
