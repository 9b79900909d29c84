package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.UsageException;
import io.neardup.gate.FigureNames;
import io.neardup.gate.Gates;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.collection.add.Comparison;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.pipeline.SummaryFigures;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code pipeline}. */
@Command(
    name = "pipeline",
    description = "Runs all stages: finds near-duplicates and writes the collection without them.",
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar pipeline pages.tsv duplicates",
      "  hadoop jar neardup.jar pipeline --overwrite --fail-if 'sources.wipedOut > 0' pages.tsv"
          + " duplicates",
      "  hadoop jar neardup.jar pipeline --overwrite -Dneardup.shingle.unit=word pages.tsv"
          + " duplicates",
      "  hadoop jar neardup.jar pipeline --resume -Dneardup.shingle.unit=word pages.tsv duplicates",
      "",
      "With bands and rows that are chosen for the corpus:",
      "  hadoop jar neardup.jar pipeline --overwrite --tune 0.99 pages.tsv duplicates",
      "",
      "With --against, which documents of more-pages are not in a collection yet (add makes one):",
      "  hadoop jar neardup.jar pipeline --overwrite --against pages-collection more-pages"
          + " new-pages"
    })
final class PipelineCommand extends Verb {

  @Option(
      names = "--resume",
      description = "Continue an interrupted run after its last complete stage.")
  private boolean resume;

  @Option(
      names = "--overwrite",
      description =
          "Replace the output if a pipeline made it. With --resume: keep the stages that would be"
              + " the same with the keys of this run, and make the others again.")
  private boolean overwrite;

  @Option(
      names = "--against",
      paramLabel = "COLLECTION",
      description =
          "Also remove what is in COLLECTION, or COLLECTION@GENERATION, already. All documents of"
              + " the collection stay; it is only read. Its settings are inherited.")
  private Path against;

  @Option(
      names = "--tune",
      paramLabel = "RECALL",
      description =
          "Choose the bands and rows for this corpus that find a pair at the threshold with this"
              + " probability, above 0, below 1, in the least time, as the verb tune does.")
  private Double recall;

  @Mixin private FailIf failIf;

  @Parameters(
      arity = "2..*",
      paramLabel = "INPUT... OUTPUT",
      hideParamSyntax = true,
      description =
          "Files and folders of documents, or one corpus, then the folder for the results.")
  private List<Path> paths;

  @Override
  public Integer call() throws IOException {
    if (against != null) {
      return compare();
    }
    Gates gates =
        failIf.gates(
            FigureNames.of(List.of(SummaryFigures.class)).besides("audit", AuditFigures.class));
    int last = paths.size() - 1;
    List<Path> inputs = paths.subList(0, last);
    Path output = paths.get(last);
    Neardup neardup = neardup();
    Pipeline.Finished run =
        recall == null
            ? neardup.pipeline(inputs, output, existing())
            : neardup.pipeline(inputs, output, existing(), recall);
    run.print(System.out);
    ReportCommand.writeAfter(neardup, run.settings(), output);
    return failIf.judge(gates, run.figures());
  }

  private Existing existing() {
    if (resume) {
      return overwrite ? Existing.RENEW : Existing.RESUME;
    }
    return overwrite ? Existing.OVERWRITE : Existing.REFUSE;
  }

  private int compare() throws IOException {
    UsageException.require(
        recall == null,
        "--tune cannot be used with --against: a collection has its bands and rows");
    Gates gates = failIf.gates(FigureNames.of(List.of(Comparison.Figures.class)));
    UsageException.require(
        !resume, "--resume continues no run with --against; run it again with --overwrite");
    int last = paths.size() - 1;
    Comparison.Result compared =
        neardup().against(against.toString(), paths.subList(0, last), paths.get(last), overwrite);
    compared.print(System.out);
    return failIf.judge(gates, compared.figures());
  }
}
