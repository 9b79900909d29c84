package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.explain.Explanation;
import io.neardup.hadoop.explain.Tuning;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class ExplainCommand extends Configured implements Callable<Integer> {

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

  @Option(
      names = "--sample-bytes",
      paramLabel = "BYTES",
      defaultValue = "" + Tuning.SAMPLE_BYTES,
      description =
          "Bytes of the corpus to read (default: 4 GiB). Figures are closest if the corpus has no"
              + " more.")
  private long sampleBytes;

  @Option(
      names = "--sample-documents",
      paramLabel = "N",
      defaultValue = "" + Explanation.SAMPLE_DOCUMENTS,
      description =
          "Documents to choose and to compare with all others, about (default: ${DEFAULT-VALUE}, or"
              + " what fits into a quarter of the heap).")
  private long sampleDocuments;

  @Parameters(index = "0", description = "The corpus, an output of ingest; or a collection.")
  private Path corpus;

  @Override
  public Integer call() throws IOException {
    HadoopSettings.of(getConf()).requireJaccard("explain");
    if (documents != null && !(documents >= 1 && documents <= 1e12)) {
      throw new UsageException("--documents must be 1 to 1e12: " + documents);
    }
    if (sampleBytes < 1) {
      throw new UsageException("--sample-bytes must be 1 or more: " + sampleBytes);
    }
    if (sampleDocuments < 1) {
      throw new UsageException("--sample-documents must be 1 or more: " + sampleDocuments);
    }
    if (addDocuments != null && !(addDocuments >= 1 && addDocuments <= 1e12)) {
      throw new UsageException("--add-documents must be 1 to 1e12: " + addDocuments);
    }
    if (addDocuments != null && documents != null) {
      throw new UsageException(
          "--documents is for a pipeline over all documents, --add-documents for the next batch of"
              + " a collection: set one of them");
    }
    if (addDocuments != null) {
      CollectionPath.of(getConf(), corpus.toString());
    }
    StageContext context = new StageContext(getConf(), System.err, "explain:", false);
    new Explanation(context, System.out)
        .print(corpus, whole(documents), whole(addDocuments), sampleBytes, sampleDocuments);
    return 0;
  }

  private static double whole(Double number) {
    return number == null ? 0 : Math.rint(number);
  }
}
