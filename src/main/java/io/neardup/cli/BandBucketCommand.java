package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code band-bucket}. */
@Command(
    name = "band-bucket",
    description = "Stage 2: finds the documents whose signatures agree in a band (buckets).",
    footer = {"Example:", "  hadoop jar neardup.jar band-bucket 1-signatures 2-buckets"})
final class BandBucketCommand extends StageCommand {

  @Parameters(index = "0", description = "The signatures, an output of shingle-sort.")
  private Path signatures;

  @Parameters(index = "1", description = "Folder for the buckets.")
  private Path buckets;

  @Option(
      names = "--corpus",
      paramLabel = "CORPUS",
      description =
          "The corpus, an output of ingest: needed with neardup.candidate.measure=containment.")
  private Path corpus;

  @Override
  void runStage(StageContext context) throws IOException {
    BandBucketStage.run(context, Optional.ofNullable(corpus), signatures, buckets);
  }
}
