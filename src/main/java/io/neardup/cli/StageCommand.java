package io.neardup.cli;

import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Common base of the verbs that run a single stage. */
abstract class StageCommand extends Verb {

  @Option(names = "--overwrite", description = "Replace the output if neardup made it.")
  private boolean overwrite;

  @Spec private CommandSpec spec;

  @Override
  public final Integer call() throws IOException {
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
