package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage6dedup.DedupStage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code dedup}. */
@Command(
    name = "dedup",
    description = "Stage 6: the collection without the copies, in its own form.",
    footer = {"Example:", "  hadoop jar neardup.jar dedup corpus 5-clusters 6-dedup"})
final class DedupCommand extends StageCommand {

  @Option(
      names = "--annotate",
      description =
          "Write all documents, with cluster, its size and whether they are kept (JSON Lines, Parquet).")
  private boolean annotate;

  @Parameters(index = "0", description = "The corpus.")
  private Path corpus;

  @Parameters(index = "1", description = "Its clusters.")
  private Path clusters;

  @Parameters(
      index = "2",
      description = "The folder for kept/, removed/ and skipped/, or annotated/.")
  private Path output;

  @Override
  void runStage(StageContext context) throws IOException {
    if (annotate) {
      DedupStage.annotate(context, corpus, clusters, output);
    } else {
      DedupStage.run(context, corpus, clusters, output);
    }
  }
}
