package io.neardup.cli;

import io.neardup.config.BandingAdvice;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage4verify.VerifyStage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code verify}. */
@Command(
    name = "verify",
    description = "Stage 4: compares the candidates and keeps the pairs that are similar enough.",
    footer = {
      "Example:",
      "  hadoop jar neardup.jar verify corpus 1-signatures 3-candidates 4-pairs"
    })
final class VerifyCommand extends StageCommand {

  @Parameters(index = "0", description = "The corpus.")
  private Path corpus;

  @Parameters(index = "1", description = "Its signatures, an output of shingle-sort.")
  private Path signatures;

  @Parameters(index = "2", description = "Its candidate lists, an output of candidate-list.")
  private Path candidates;

  @Parameters(index = "3", description = "Folder for the pairs.")
  private Path pairs;

  @Override
  void runStage(StageContext context) throws IOException {
    VerifyStage.run(context, corpus, signatures, candidates, pairs);
    // The stage has inherited bands and rows from the signatures.
    BandingAdvice.warning(context.settings())
        .ifPresent(warning -> context.progress("warning: " + warning));
  }
}
