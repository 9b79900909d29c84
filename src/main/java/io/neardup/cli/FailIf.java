package io.neardup.cli;

import io.neardup.gate.FigureNames;
import io.neardup.gate.Gates;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --fail-if} of the verbs whose figures can be judged. */
@Command(
    exitCodeList = {
      "0:success",
      "1:failure",
      "2:wrong usage: key, argument or input",
      "3:a condition of --fail-if was crossed"
    })
final class FailIf {

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      description = {
        "Exit with status 3 if CONDITION holds for the results, which stay. CONDITION is a figure,"
            + " one of < <= > >= = !=, and a number. It counts as crossed if the figure is null. The"
            + " page on figures lists the figures. May be repeated."
      })
  private List<String> conditions = new ArrayList<>();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  List<String> conditions() {
    return conditions;
  }

  /**
   * Returns the conditions, parsed; call it before anything is run.
   *
   * @throws io.neardup.config.UsageException if one is wrong
   */
  Gates gates(FigureNames names) {
    return Gates.of(conditions, names);
  }

  /**
   * Prints the conditions that the figures of a run have crossed.
   *
   * @param figures one tree of each class whose names were given
   * @return the exit status
   */
  int judge(Gates gates, Record... figures) {
    return report(gates.crossed(figures));
  }

  /**
   * Prints conditions that were crossed, each with the value of its figure.
   *
   * @return the exit status
   */
  int report(List<String> crossed) {
    crossed.forEach(line -> System.err.println("neardup " + spec.name() + ": " + line));
    return crossed.isEmpty() ? 0 : VerbTool.CROSSED;
  }
}
