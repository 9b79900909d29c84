package io.neardup.cli;

import io.neardup.config.UsageException;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code explain}. */
@Command(
    name = "explain",
    description = {
      "Estimates the cost of a pipeline over a corpus: candidates, shuffled bytes, time.",
      "With --add-documents, the cost of the next batch of a collection."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar explain corpus",
      "  hadoop jar neardup.jar explain --documents 1e9 -Dneardup.banding.rows=8 corpus",
      "  hadoop jar neardup.jar explain --add-documents 5000 pages-collection"
    })
final class ExplainCommand extends Verb {

  @Option(
      names = "--documents",
      paramLabel = "N",
      description =
          "Estimate for N documents like those of the corpus, 1 to 1e12 (default: the number"
              + " that it has).")
  private Double documents;

  @Option(
      names = "--add-documents",
      paramLabel = "N",
      description =
          "Estimate what add would cost for N documents like those of a collection, 1 to 1e12.")
  private Double addDocuments;

  @Mixin private SampleOptions sample;

  @Override
  public Integer call() throws IOException {
    double of = whole("--documents", documents);
    sample.check();
    double added = whole("--add-documents", addDocuments);
    UsageException.require(
        addDocuments == null || documents == null,
        "--documents is for a pipeline over all documents, --add-documents for the next batch of a"
            + " collection: set one of them");
    neardup().explain(sample.corpus, of, added, sample.bytes, sample.documents).print(System.out);
    return 0;
  }

  /** Returns a number of documents, 0 if none is set. */
  private static double whole(String option, Double number) {
    UsageException.require(
        number == null || (number >= 1 && number <= 1e12),
        "%s must be 1 to 1e12: %s",
        option,
        number);
    return number == null ? 0 : Math.rint(number);
  }
}
