package io.neardup.cli;

import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Common base of the verbs that run a single stage. */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    optionListHeading = "%n",
    parameterListHeading = "%n",
    footerHeading = "%n")
abstract class StageCommand extends Configured implements Callable<Integer> {

  @Option(names = "--overwrite", description = "Replace the output if neardup made it.")
  private boolean overwrite;

  @Spec private CommandSpec spec;

  @Override
  public final Integer call() throws IOException {
    HadoopSettings.of(getConf()); // refuses wrong keys before reading any input
    for (PositionalParamSpec folder : spec.positionalParameters()) {
      FolderNames.check(getConf(), folder.getValue());
    }
    StageContext context = new StageContext(getConf(), System.err, spec.name() + ":", overwrite);
    try (context) {
      runStage(context);
    }
    return 0;
  }

  /** Returns whether an output that neardup made may be replaced. */
  final boolean overwrite() {
    return overwrite;
  }

  /** Runs the stage. */
  abstract void runStage(StageContext context) throws IOException;
}
