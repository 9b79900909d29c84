package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Keys;
import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.PairsOutputFormat;
import io.neardup.hadoop.stage.SplitSizes;
import io.neardup.hadoop.stage.StageContext;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Gives every column of a pair the smallest column of its component: by union–find while the
 * columns fit the memory of one task, else in star rounds.
 */
final class Components {

  /** Bytes of a line of two columns, about. */
  private static final long LINE_BYTES = 16;

  private final StageContext context;
  private final Path pairs;
  private final long numberOfPairs;
  private final long columns;

  /**
   * @param pairs the output of stage 4
   * @param numberOfPairs how many pairs it has
   * @param columns how many columns the corpus has
   */
  Components(StageContext context, Path pairs, long numberOfPairs, long columns) {
    this.context = context;
    this.pairs = pairs;
    this.numberOfPairs = numberOfPairs;
    this.columns = columns;
  }

  /** Writes lines {@code column<TAB>smallest column} in part files sorted by column. */
  void find(Path output) throws IOException {
    unionFind(output);
    if (context.count(ClusterCounters.UNION_FINDS_GIVEN_UP) > 0) {
      context.progress("more columns in pairs than " + Keys.MAX_MEMORY_COLUMNS + ": in rounds");
      output.getFileSystem(context.conf()).delete(output, true);
      Path rounds = new Path(output.getParent(), output.getName() + "-rounds");
      new StarRounds(context, columns, PairsOutputFormat.columns(pairs), numberOfPairs, rounds)
          .find(output);
    }
  }

  private void unionFind(Path output) throws IOException {
    Job job = context.newJob("cluster, union-find", 1, pairs);
    job.setInputFormatClass(TextInputFormat.class);
    FileInputFormat.setInputPaths(job, PairsOutputFormat.columns(pairs));
    SplitSizes.set(job, numberOfPairs * LINE_BYTES);
    job.setMapperClass(UnionFindMapper.class);
    job.setMapOutputKeyClass(ColumnPairKey.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setReducerClass(UnionFindReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output);
    context.run(job);
    context.balance(
        "pairs kept by stage 4 and pairs read",
        numberOfPairs,
        context.count(ClusterCounters.PAIRS));
  }
}
