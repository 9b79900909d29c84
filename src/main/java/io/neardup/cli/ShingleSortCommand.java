package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code shingle-sort}. */
@Command(
    name = "shingle-sort",
    description = "Stage 1: computes the signatures of the documents.",
    footer = {
      "Example:",
      "  hadoop jar neardup.jar shingle-sort -Dneardup.shingle.size=5 corpus 1-signatures"
    })
final class ShingleSortCommand extends StageCommand {

  @Parameters(index = "0", description = "The corpus, an output of ingest.")
  private Path corpus;

  @Parameters(index = "1", description = "Folder for the signatures.")
  private Path signatures;

  @Override
  void runStage(StageContext context) throws IOException {
    ShingleSortStage.run(context, corpus, signatures);
  }
}
