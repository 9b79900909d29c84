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
    description = "Stage 3: lists for each document the candidates from its buckets.",
    footer = {"Example:", "  hadoop jar neardup.jar candidate-list 2-buckets 3-candidates"})
final class CandidateListCommand extends StageCommand {

  @Parameters(index = "0", description = "The buckets, an output of band-bucket.")
  private Path buckets;

  @Parameters(index = "1", description = "Folder for the candidate lists.")
  private Path candidates;

  @Override
  void runStage(StageContext context) throws IOException {
    CandidateListStage.run(context, buckets, candidates);
  }
}
