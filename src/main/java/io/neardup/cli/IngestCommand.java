package io.neardup.cli;

import io.neardup.hadoop.stage.StageContext;
import io.neardup.hadoop.stage0ingest.IngestStage;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code ingest}. */
@Command(
    name = "ingest",
    description = "Stage 0: files to a corpus, in place.",
    footer = {
      "Example:",
      "  hadoop jar neardup.jar ingest -Dneardup.ingest.format=jsonl pages.jsonl.gz corpus"
    })
final class IngestCommand extends StageCommand {

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... CORPUS",
      hideParamSyntax = true,
      description = "Files and folders of documents, then the folder for the corpus.")
  private List<Path> paths;

  @Override
  void runStage(StageContext context) throws IOException {
    int last = paths.size() - 1;
    IngestStage.run(context, paths.subList(0, last), paths.get(last));
  }
}
