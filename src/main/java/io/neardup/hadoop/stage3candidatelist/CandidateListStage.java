package io.neardup.hadoop.stage3candidatelist;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.SplitSizes;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Runs stage 3: buckets to candidate lists. */
public final class CandidateListStage {

  private CandidateListStage() {}

  /** Makes the candidate lists of the buckets in a folder and returns their metadata. */
  public static StageMetadata run(StageContext context, Path bucketsPath, Path outputPath)
      throws IOException {
    StageMetadata buckets = context.inherit(bucketsPath, Stage.BAND_BUCKET);
    StageOutput output = context.newOutput(outputPath, Stage.CANDIDATE_LIST);
    long bytes = PartFiles.bytes(context.conf(), bucketsPath);
    Job job = context.newJob("candidate-list", context.reducers(bytes), bucketsPath);
    ColumnPartition.setColumns(job.getConfiguration(), buckets.columns());
    job.setInputFormatClass(TextInputFormat.class);
    FileInputFormat.setInputPaths(job, PartFiles.asInput(bucketsPath));
    SplitSizes.set(job, bytes);
    job.setMapperClass(CandidateListMapper.class);
    job.setMapOutputKeyClass(ColumnPairKey.class);
    job.setMapOutputValueClass(Tail.class);
    job.setPartitionerClass(FirstColumnPartitioner.class);
    job.setCombinerClass(TailCombiner.class);
    job.setCombinerKeyGroupingComparatorClass(ColumnPairKey.First.class);
    job.setGroupingComparatorClass(ColumnPairKey.First.class);
    job.setReducerClass(CandidateListReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output.path());
    context.run(job);

    long candidates = context.count(CandidateListCounters.CANDIDATES);
    context.balance(
        "pairs listed in buckets and candidates with repeats",
        context.count(CandidateListCounters.PAIRS_LISTED),
        candidates + context.count(CandidateListCounters.PAIRS_REPEATED));
    return context.complete(
        output,
        Stage.CANDIDATE_LIST,
        buckets.corpus(),
        buckets.facts(),
        Quantity.of(candidates, "candidate pair")
            + " in "
            + Quantity.of(context.count(CandidateListCounters.LISTS), "list"));
  }
}
