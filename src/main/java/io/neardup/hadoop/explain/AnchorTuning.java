package io.neardup.hadoop.explain;

import static io.neardup.hadoop.explain.Explanation.line;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Compares values of {@code neardup.candidate.min-shingles} for a search for containment, from
 * samples that are read together.
 *
 * @param choices those that reach the recall, ascending
 * @param best the largest value that few documents are smaller than; the smallest if there is none
 */
public record AnchorTuning(List<Choice> choices, Choice best, Tuning.Basis basis) {

  private static final int[] VALUES = {16, 32, 64, 128, 256};

  /** The share of the documents that may be smaller. */
  private static final double FEW = 0.01;

  private static final String ROW = "  %12s  %17s  %11s  %13s  %9s";

  /**
   * What a value would find and cost.
   *
   * @param smaller share of the documents that have fewer shingles
   * @param recall of pairs at the threshold whose smaller document has so many shingles
   * @param seconds core-seconds of all stages
   */
  public record Choice(
      int minShingles, double smaller, double recall, double candidates, double seconds) {}

  /**
   * Reads a sample and predicts the choices, the same ones from the same corpus, settings, heap and
   * arguments.
   *
   * @param recall of pairs at the threshold, above 0, below 1
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   * @throws UsageException if no value reaches the recall, or no document has a shingle
   */
  public static AnchorTuning of(
      StageContext context, Path path, double recall, long sampleBytes, long sampleDocuments)
      throws IOException {
    List<Settings> settings = new ArrayList<>();
    for (int value : VALUES) {
      Configuration conf = new Configuration(context.conf());
      conf.setInt(Keys.MIN_SHINGLES.name(), value);
      settings.add(HadoopSettings.of(conf));
    }
    settings.removeIf(its -> its.anchors().recall() < recall);
    UsageException.require(
        !settings.isEmpty(),
        "no value of %s reaches a recall of %s at %s=%s: raise the threshold or lower the recall",
        Keys.MIN_SHINGLES,
        recall,
        Keys.THRESHOLD,
        context.settings().get(Keys.THRESHOLD));
    Corpus corpus = Corpus.open(context, path);
    List<AnchorSample> samples =
        SampleReader.readAnchors(context, corpus, settings, sampleBytes, sampleDocuments);
    Tuning.Basis basis = new Tuning.Basis(corpus, samples.get(0));
    Explanation.requireShingles(corpus, samples.get(0));
    List<Choice> choices = new ArrayList<>();
    for (AnchorSample sample : samples) {
      choices.add(choice(context, corpus, sample));
    }
    Choice best = choices.get(0);
    for (Choice choice : choices) {
      best = choice.smaller <= FEW ? choice : best;
    }
    return new AnchorTuning(choices, best, basis);
  }

  private static Choice choice(StageContext context, Corpus corpus, AnchorSample sample)
      throws IOException {
    Forecast forecast = new Forecast(context, corpus, sample, corpus.documents(), false);
    return new Choice(
        sample.settings.getInt(Keys.MIN_SHINGLES),
        sample.smaller(),
        sample.settings.anchors().recall(),
        forecast.pairs.candidates(),
        Forecast.START + forecast.stages().stream().mapToDouble(Explanation.Cost::seconds).sum());
  }

  /** Prints the choices, and the option that sets the best one. */
  public void print(PrintStream out) {
    Explanation.printSample(out, basis.corpus(), basis.sample());
    line(out, "");
    line(out, ROW, "min-shingles", "smaller documents", "recall at t", "candidates", "core time");
    for (Choice choice : choices) {
      line(
          out,
          ROW,
          choice.minShingles,
          Quantity.format("%.1f %%", 100 * choice.smaller),
          Quantity.format("%.4f", choice.recall),
          Quantity.count(choice.candidates),
          Quantity.time(choice.seconds));
    }
    line(out, "");
    line(
        out,
        "t is %s. Smaller documents may be missed inside larger ones. Recall is that of the others,"
            + " if edits are spread evenly. Candidates and time are good to a factor of two.",
        basis.sample().settings.get(Keys.THRESHOLD));
    Explanation.printStopShingles(out, basis.sample(), (double) basis.corpus().documents());
    line(out, "");
    line(
        out,
        best.smaller <= FEW
            ? "The largest value that at most 1 %% of the documents are smaller than:"
            : "More than 1 %% of the documents are smaller than each of these. The smallest:");
    line(out, "  -D%s=%d", Keys.MIN_SHINGLES, best.minShingles);
  }
}
