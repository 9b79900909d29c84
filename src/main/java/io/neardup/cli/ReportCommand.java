package io.neardup.cli;

import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.report.Report;
import io.neardup.hadoop.report.ReportFile;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The verb {@code report}. */
@Command(
    name = "report",
    description = "Writes report.html: what a pipeline did, with examples to judge it by.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    optionListHeading = "%n",
    parameterListHeading = "%n",
    footerHeading = "%n",
    footer = {"Example:", "  hadoop jar neardup.jar report duplicates"})
final class ReportCommand extends Configured implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "RESULTS",
      description =
          "The output of a pipeline. The report is one file there, which a browser shows without"
              + " any other.")
  private Path results;

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
    HadoopSettings.of(getConf()); // refuses wrong keys before reading any input
    FolderNames.check(getConf(), results);
    System.out.println("report: " + Report.write(getConf(), results, System.err));
    return 0;
  }
}
