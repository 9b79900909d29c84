package io.neardup.cli;

import io.neardup.hadoop.report.Report;
import io.neardup.hadoop.report.ReportFile;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
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
   * Writes the report of a pipeline that has just ended. Its results are whole without a report, so
   * a failure is told and is no failure of the pipeline.
   */
  static void writeAfter(Configuration conf, Path results) {
    try {
      System.out.println("  report:  " + Report.write(conf, results, System.err));
    } catch (IOException | RuntimeException e) {
      System.err.println(
          "warning: the results are complete, but there is no "
              + ReportFile.NAME
              + ": "
              + VerbTool.message(e)
              + "; the verb report writes it");
    }
  }

  @Override
  public Integer call() throws IOException {
    Path folder = results.make(getConf());
    System.out.println("report: " + Report.write(getConf(), folder, System.err));
    return 0;
  }
}
