package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code candidate-list}. */
@Command(
    name = "candidate-list",
    description = "Stage 3: buckets to candidate lists.",
    footer = {"Example:", "  hadoop jar neardup.jar candidate-list 2-buckets 3-candidates"})
final class CandidateListCommand extends StageCommand {

  @Parameters(index = "0", description = "Buckets, as band-bucket makes them.")
  private Path buckets;

  @Parameters(index = "1", description = "The folder for the candidate lists.")
  private Path candidates;

  @Override
  void runStage(StageContext context) throws IOException {
    CandidateListStage.run(context, buckets, candidates);
  }
}
