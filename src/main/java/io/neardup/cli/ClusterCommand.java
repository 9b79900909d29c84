package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code cluster}. */
@Command(
    name = "cluster",
    description =
        "Stage 5: groups the documents of pairs into clusters and decides which are removed.",
    footer = {"Example:", "  hadoop jar neardup.jar cluster corpus 4-pairs 5-clusters"})
final class ClusterCommand extends StageCommand {

  @Parameters(index = "0", description = "The corpus.")
  private Path corpus;

  @Parameters(index = "1", description = "Its verified pairs, an output of verify.")
  private Path pairs;

  @Parameters(index = "2", description = "Folder for the clusters.")
  private Path clusters;

  @Override
  void runStage(StageContext context) throws IOException {
    ClusterStage.run(context, corpus, pairs, clusters);
  }
}
