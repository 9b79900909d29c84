package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code stop-shingles}. */
@Command(
    name = StopShingleSearch.VERB,
    description = {
      "Lists the shingles that more than the share neardup.shingle.max-document-share of the"
          + " documents have, such as those of a template.",
      "Other verbs leave them out if neardup.shingle.stop-list names the list. pipeline makes the"
          + " list itself."
    },
    footer = {
      "Example:",
      "  hadoop jar neardup.jar stop-shingles -Dneardup.shingle.max-document-share=0.2 corpus"
          + " stop-shingles"
    })
final class StopShinglesCommand extends StageCommand {

  @Parameters(index = "0", description = "The corpus, an output of ingest.")
  private Path corpus;

  @Parameters(index = "1", description = "Folder for the list, stop-shingles.tsv.")
  private Path output;

  @Override
  void runStage(StageContext context) throws IOException {
    StopShingleSearch.run(context, corpus, output);
  }
}
