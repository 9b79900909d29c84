package io.neardup.cli;

import io.neardup.config.UsageException;
import io.neardup.hadoop.explain.Explanation;
import io.neardup.hadoop.explain.Tuning;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The corpus that a verb estimates for, and how much of it is sampled. */
final class SampleOptions {

  @Option(
      names = "--sample-bytes",
      paramLabel = "BYTES",
      defaultValue = "" + Tuning.SAMPLE_BYTES,
      description =
          "Bytes of the corpus to read (default: 4 GiB). Figures are closest if the corpus has no"
              + " more.")
  long bytes;

  @Option(
      names = "--sample-documents",
      paramLabel = "N",
      defaultValue = "" + Explanation.SAMPLE_DOCUMENTS,
      description =
          "Documents to choose and to compare with all others, about (default: ${DEFAULT-VALUE}, or"
              + " what fits into a quarter of the heap).")
  long documents;

  @Parameters(
      index = "0",
      paramLabel = "<corpus>",
      description = "The corpus, an output of ingest; or a collection.")
  Path corpus;

  /** Refuses sizes below 1. */
  void check() {
    UsageException.require(bytes >= 1, "--sample-bytes must be 1 or more: %d", bytes);
    UsageException.require(documents >= 1, "--sample-documents must be 1 or more: %d", documents);
  }
}
