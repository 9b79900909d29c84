package io.neardup.cli;

import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code pipeline}. */
@Command(
    name = "pipeline",
    description = "Runs all stages: finds near-duplicates and writes the collection without them.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    optionListHeading = "%n",
    parameterListHeading = "%n",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar pipeline pages.tsv duplicates",
      "  hadoop jar neardup.jar pipeline --overwrite -Dneardup.shingle.unit=word pages.tsv duplicates",
      "  hadoop jar neardup.jar pipeline --resume -Dneardup.shingle.unit=word pages.tsv duplicates"
    })
final class PipelineCommand extends Configured implements Callable<Integer> {

  @ArgGroup(exclusive = true)
  private ExistingOutput existing = new ExistingOutput();

  private static final class ExistingOutput {
    @Option(
        names = "--resume",
        description = "Continue an interrupted run after its last complete stage.")
    private boolean resume;

    @Option(names = "--overwrite", description = "Replace the output if a pipeline made it.")
    private boolean overwrite;
  }

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... OUTPUT",
      hideParamSyntax = true,
      description =
          "Files and folders of documents, or one corpus, then the folder for the results.")
  private List<Path> paths;

  @Override
  public Integer call() throws IOException {
    int last = paths.size() - 1;
    FolderNames.check(getConf(), paths.get(last));
    Pipeline pipeline =
        new Pipeline(getConf(), System.err, paths.subList(0, last), paths.get(last));
    Map<Stage, StageMetadata> stages =
        pipeline.run(
            existing.resume
                ? Existing.RESUME
                : existing.overwrite ? Existing.OVERWRITE : Existing.REFUSE);
    pipeline.summarize(stages, System.out);
    return 0;
  }
}
