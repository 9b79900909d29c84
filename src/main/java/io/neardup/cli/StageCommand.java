package io.neardup.cli;

import io.neardup.api.Neardup;
import java.io.IOException;
import picocli.CommandLine.Option;

/** Common base of the verbs that run a single stage. */
abstract class StageCommand extends Verb {

  @Option(names = "--overwrite", description = "Replace the output if neardup made it.")
  private boolean overwrite;

  @Override
  public final Integer call() throws IOException {
    run(neardup(), overwrite);
    return 0;
  }

  /** Runs the stage; an output that neardup made may perhaps be replaced. */
  abstract void run(Neardup neardup, boolean overwrite) throws IOException;
}
