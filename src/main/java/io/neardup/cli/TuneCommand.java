package io.neardup.cli;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code tune}. */
@Command(
    name = "tune",
    description = {
      "Compares numbers of bands and rows for a corpus: recall, candidates, documents compared,"
          + " time.",
      "The last lines have the options that set the choice of the least time.",
      "With neardup.candidate.measure=containment, compares neardup.candidate.min-shingles."
    },
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar tune corpus",
      "  hadoop jar neardup.jar tune --threshold 0.7 --recall 0.95 corpus"
    })
final class TuneCommand extends Verb {

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Lowest similarity of the wanted pairs, above 0, at most 1 (default: that of the key"
              + " neardup.similarity.threshold).")
  private Double threshold;

  @Option(
      names = "--recall",
      paramLabel = "R",
      defaultValue = "0.99",
      description =
          "Probability with which a pair at the threshold must be found, above 0, below 1 (default:"
              + " ${DEFAULT-VALUE}).")
  private double recall;

  @Mixin private SampleOptions sample;

  @Override
  public Integer call() throws IOException {
    if (threshold != null) {
      getConf().set(Keys.THRESHOLD.name(), String.valueOf(threshold));
    }
    CollectionSettings.inheritUnset(getConf(), sample.corpus);
    Settings settings = HadoopSettings.of(getConf()); // refuses a threshold out of its range
    UsageException.require(
        recall > 0 && recall < 1, "--recall must be above 0 and below 1: %s", recall);
    sample.check();
    if (settings.isOfContainment()) {
      neardup()
          .tuneContainment(sample.corpus, recall, sample.bytes, sample.documents)
          .print(System.out);
      return 0;
    }
    neardup().tune(sample.corpus, recall, sample.bytes, sample.documents).print(System.out);
    return 0;
  }
}
