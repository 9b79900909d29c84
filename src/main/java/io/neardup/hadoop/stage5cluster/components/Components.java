package io.neardup.hadoop.stage5cluster.components;

import io.neardup.config.Keys;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Gives every column of a pair the smallest column of its component: by union–find while the
 * columns fit the memory of one task, else in star rounds.
 */
public final class Components {

  private final StageContext context;
  private final VerifiedPairs pairs;
  private final long columns;

  /**
   * @param columns how many columns the corpus has
   */
  public Components(StageContext context, VerifiedPairs pairs, long columns) {
    this.context = context;
    this.pairs = pairs;
    this.columns = columns;
  }

  /** Writes lines {@code column<TAB>smallest column} in part files sorted by column. */
  public void find(Path output) throws IOException {
    unionFind(output);
    if (context.count(ClusterCounters.UNION_FINDS_GIVEN_UP) > 0) {
      context.progress("more columns in pairs than " + Keys.MAX_MEMORY_COLUMNS + ": in rounds");
      output.getFileSystem(context.conf()).delete(output, true);
      Path rounds = new Path(output.getParent(), output.getName() + "-rounds");
      new StarRounds(context, columns, pairs.columns(), pairs.number(), rounds).find(output);
    }
  }

  private void unionFind(Path output) throws IOException {
    Job job = context.newJob("cluster, union-find", 1, pairs.folder());
    pairs.setInput(job);
    job.setMapperClass(UnionFindMapper.class);
    job.setMapOutputKeyClass(ColumnPairKey.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setReducerClass(UnionFindReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    pairs.balance(context, "read", ClusterCounters.PAIRS);
  }
}
