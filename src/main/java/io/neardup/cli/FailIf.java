package io.neardup.cli;

import io.neardup.gate.FigureNames;
import io.neardup.gate.Gates;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The option {@code --fail-if} of the verbs whose figures can be judged. */
@Command(
    exitCodeList = {
      "0:success",
      "1:failure",
      "2:wrong usage: key, argument or input",
      "3:a condition of --fail-if was crossed"
    })
final class FailIf {

  /** The name of the option. */
  static final String OPTION = "--fail-if";

  @Option(
      names = OPTION,
      paramLabel = "CONDITION",
      description = {
        "Exit with status 3 if CONDITION holds for the results, which stay. CONDITION is a figure,"
            + " one of < <= > >= = !=, and a number. It counts as crossed if the figure is null. The"
            + " page on figures lists the figures. May be repeated."
      })
  private List<String> conditions = new ArrayList<>();

  /**
   * Returns the conditions, parsed; call it before anything is run.
   *
   * @throws io.neardup.config.UsageException if one is wrong
   */
  Gates gates(FigureNames names) {
    return Gates.of(conditions, names);
  }

  /** Returns whether no condition was given. */
  boolean isEmpty() {
    return conditions.isEmpty();
  }

  /**
   * Prints the conditions that the figures of a run have crossed.
   *
   * @param figures one tree of each class whose names were given
   * @return the exit status
   */
  static int judge(Gates gates, String verb, PrintStream err, Record... figures) {
    return report(gates.crossed(figures), verb, err);
  }

  /**
   * Prints conditions that were crossed, each with the value of its figure.
   *
   * @return the exit status
   */
  static int report(List<String> crossed, String verb, PrintStream err) {
    crossed.forEach(line -> err.println("neardup " + verb + ": " + line));
    return crossed.isEmpty() ? 0 : VerbTool.CROSSED;
  }
}
