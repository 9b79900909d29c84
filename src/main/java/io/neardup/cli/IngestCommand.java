package io.neardup.cli;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code ingest}. */
@Command(
    name = "ingest",
    description = "Stage 0: adds files to a corpus as a new batch.",
    footer = {
      "Local files (file:…) are copied into the corpus if it is on another file system.",
      "",
      "Examples:",
      "  hadoop jar neardup.jar ingest pages.jsonl.gz corpus",
      "  hadoop jar neardup.jar ingest --batch monday -Dneardup.ingest.format=tsv pages.tsv corpus"
    })
final class IngestCommand extends Verb {

  @Option(
      names = "--batch",
      paramLabel = "NAME",
      description =
          "Name of the batch; the names of its files begin with it (default: batch-00000,"
              + " batch-00001 …).")
  private String batch;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... CORPUS",
      hideParamSyntax = true,
      description =
          "Files and folders of documents, then the folder of the corpus, new or existing.")
  private List<Path> paths;

  @Override
  public Integer call() throws IOException {
    int last = paths.size() - 1;
    neardup().ingest(paths.subList(0, last), paths.get(last), batch);
    return 0;
  }
}
