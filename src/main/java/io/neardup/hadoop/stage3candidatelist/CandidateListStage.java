package io.neardup.hadoop.stage3candidatelist;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Runs stage 3: buckets to candidate lists. */
public final class CandidateListStage {

  private CandidateListStage() {}

  /** Makes the candidate lists of the buckets in a folder and returns their metadata. */
  public static StageMetadata run(StageContext context, Path bucketsPath, Path outputPath)
      throws IOException {
    StageMetadata buckets = context.inherit(bucketsPath, Stage.BAND_BUCKET);
    OwnedFolder output = context.newOutput(outputPath, Stage.CANDIDATE_LIST);
    long bytes = PartFiles.bytes(context.conf(), bucketsPath);
    StageJob.of(context, "candidate-list", context.reducers(bytes), bucketsPath)
        .set(conf -> ColumnPartition.setColumns(conf, buckets.columns()))
        .readParts(TextInputFormat.class, bytes, bucketsPath)
        .map(CandidateListReducer.Buckets.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(CandidateListReducer.class)
        .writeLines(output.result())
        .run();
    context.balance(
        "pairs listed in buckets and candidates with repeats and others",
        CandidateListCounters.PAIRS_LISTED,
        CandidateListCounters.CANDIDATES,
        CandidateListCounters.PAIRS_IN_FEW_BUCKETS,
        CandidateListCounters.PAIRS_REPEATED);
    long candidates = context.count(CandidateListCounters.CANDIDATES);
    return context.complete(
        output,
        Stage.CANDIDATE_LIST,
        buckets.corpus(),
        Facts.of(buckets),
        Quantity.of(candidates, "candidate pair")
            + " in "
            + Quantity.of(context.count(CandidateListCounters.LISTS), "list"));
  }
}
