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
    description = "Stage 6: writes the collection without near-duplicates, in its own format.",
    footer = {"Example:", "  hadoop jar neardup.jar dedup corpus 5-clusters 6-dedup"})
final class DedupCommand extends StageCommand {

  @Option(
      names = "--annotate",
      description =
          "Write all documents, each with its cluster, the size of the cluster and whether it is"
              + " kept. For JSON Lines and Parquet only.")
  private boolean annotate;

  @Parameters(index = "0", description = "The corpus.")
  private Path corpus;

  @Parameters(index = "1", description = "Its clusters, an output of cluster.")
  private Path clusters;

  @Parameters(
      index = "2",
      description = "Folder for kept/, removed/ and skipped/ (with --annotate, for annotated/).")
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
