package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.report.ReportFile;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The verb {@code report}. */
@Command(
    name = "report",
    description = {
      "Writes report.html: what a pipeline did, with examples to judge it by.",
      "The report is one file in the results, which a browser shows without any other."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar report duplicates",
      "  hadoop jar neardup.jar report pages-collection pages-report"
    })
final class ReportCommand extends Verb {

  @Mixin private ResultsToRead results;

  /**
   * Writes the report of a pipeline that has just ended, if its settings ask for one. Its results
   * are whole without a report, so a failure is told and is no failure of the pipeline.
   */
  static void writeAfter(Neardup neardup, Settings settings, Path results) {
    try {
      if (settings.get(Keys.REPORT)) {
        System.out.println("  report:  " + neardup.report(results));
      }
    } catch (IOException | RuntimeException e) {
      System.err.println(
          Quantity.format(
              "warning: the results are complete, but there is no %s: %s; the verb report writes it",
              ReportFile.NAME, VerbTool.message(e)));
    }
  }

  @Override
  public Integer call() throws IOException {
    Neardup neardup = neardup();
    Path folder = results.make(neardup, getConf());
    System.out.println("report: " + neardup.report(folder));
    return 0;
  }
}
