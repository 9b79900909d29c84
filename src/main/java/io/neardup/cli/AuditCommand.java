package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.UsageException;
import io.neardup.gate.FigureNames;
import io.neardup.gate.Gates;
import io.neardup.hadoop.audit.Audit;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.audit.AuditSentences;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.pipeline.SummaryFigures;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code audit}. */
@Command(
    name = "audit",
    description = {
      "Measures what a pipeline missed, by comparing a sample with all documents, and checks its"
          + " results.",
      "audit.json is written into the results."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar audit duplicates",
      "  hadoop jar neardup.jar audit --documents 20000 --seed 7 duplicates",
      "  hadoop jar neardup.jar audit --fail-if 'recall.documents.low < 0.5' duplicates",
      "  hadoop jar neardup.jar audit pages-collection pages-audit"
    })
final class AuditCommand extends Verb {

  @Option(
      names = "--documents",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Documents to compare with all others, 1 to 1,000,000 (default: 5,000).")
  private long documents;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Another number samples other documents (default: 0).")
  private long seed;

  @Option(
      names = "--max-comparisons",
      paramLabel = "N",
      defaultValue = "10000000",
      description =
          "Sample fewer documents if about more comparisons than this would be needed; those of"
              + " long documents count several times (default: 10,000,000).")
  private long maxComparisons;

  @Mixin private FailIf failIf;

  @Mixin private ResultsToRead results;

  @Override
  public Integer call() throws IOException {
    UsageException.require(
        documents >= 1 && documents <= Audit.MAX_DOCUMENTS,
        "--documents must be 1 to %d: %d",
        Audit.MAX_DOCUMENTS,
        documents);
    UsageException.require(
        maxComparisons >= 1, "--max-comparisons must be 1 or more: %d", maxComparisons);
    Gates gates = failIf.gates(FigureNames.of(List.of(AuditFigures.class, SummaryFigures.class)));
    Neardup neardup = neardup();
    Path folder = results.make(neardup, getConf());
    Results opened = new Results(getConf(), folder);
    opened.requireExisting();
    SummaryFigures summary = gates.isEmpty() ? null : opened.figures();
    AuditFigures figures = neardup.audit(folder, documents, seed, maxComparisons);
    new AuditSentences(figures, System.out).print();
    if (results.areExported()) { // the report shows what the audit found
      ReportCommand.writeAfter(neardup, HadoopSettings.of(getConf()), folder);
    }
    int status = gates.isEmpty() ? 0 : failIf.judge(gates, summary, figures);
    return figures.checks().faults() == 0 ? status : VerbTool.FAILURE;
  }
}
