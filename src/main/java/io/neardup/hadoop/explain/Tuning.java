package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BandingTuner;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * Compares banding schemes for a corpus: for several numbers of rows, the fewest bands that find a
 * pair at the threshold with the recall that is wanted. What each would find and cost is predicted
 * as {@link Explanation} does it, from samples that are read together.
 *
 * @param context with the threshold
 * @param out where the comparison goes
 */
public record Tuning(StageContext context, PrintStream out) {

  /** How much of the corpus is read unless the user says so. */
  public static final long SAMPLE_BYTES = 1L << 32;

  private static final int CHOICES = 5;
  private static final int MAX_SLOTS = 300;

  /** More candidates for each document than this mean a template or a large family. */
  private static final double MANY_CANDIDATES = 100;

  /** Part of the time that the stages after the buckets take if candidates cost most. */
  private static final double MOST = 0.5;

  private static final String ROW = "  %5s %4s  %11s  %13s  %14s  %18s  %9s";

  /** What a scheme would find and cost; the recall is NaN if the corpus has no such pairs. */
  private record Choice(
      BandingScheme scheme, double recall, Sample.Pairs pairs, double ofPairs, double seconds) {}

  /**
   * Reads a sample and prints the choices. The same corpus, settings, heap and arguments print the
   * same text.
   *
   * @param recall of pairs at the threshold, above 0, below 1
   * @param budget the most core-seconds that a pipeline may take; infinity for any
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   * @return the scheme of the least core time; that of the shortest signatures if no document of
   *     the sample has a shingle
   * @throws UsageException if no scheme reaches the recall
   */
  public BandingScheme print(
      Path path, double recall, double budget, long sampleBytes, long sampleDocuments)
      throws IOException {
    CollectionSettings.inheritUnset(context.conf(), path);
    double threshold = context.settings().get(Keys.THRESHOLD);
    List<BandingScheme> schemes;
    try {
      schemes = BandingTuner.choices(threshold, recall, MAX_SLOTS, CHOICES);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    Corpus corpus = Corpus.open(context, path);
    List<Sample> samples =
        SampleReader.read(context, corpus, schemes, sampleBytes, sampleDocuments);
    if (samples.get(0).signed == 0) {
      line("No document that was read has a shingle: there is nothing to compare. The shortest:");
      options(schemes.get(0));
      return schemes.get(0);
    }
    List<Choice> choices = samples.stream().map(sample -> choice(corpus, sample)).toList();
    Explanation.printSample(out, corpus, samples.get(0));
    line("");
    line(
        ROW,
        "bands",
        "rows",
        "recall at t",
        "recall of all",
        "candidates",
        "documents compared",
        "core time");
    choices.forEach(this::print);
    line("");
    line(
        "t is %s. Recall of all is that of the pairs of similarity t or more that the corpus has."
            + " Candidates, documents and time are good to a factor of two.",
        threshold);
    Choice best = Collections.min(choices, Comparator.comparingDouble(Choice::seconds));
    line("");
    line(
        "The least core time with a recall of %s at t:%s",
        recall, best.seconds > budget ? " (more than the budget)" : "");
    options(best.scheme);
    advise(best, corpus, budget);
    return best.scheme;
  }

  private void options(BandingScheme scheme) {
    line(
        "  -D%s=%s -D%s=%d -D%s=%d",
        Keys.THRESHOLD, threshold(), Keys.BANDS, scheme.bands(), Keys.ROWS, scheme.rows());
  }

  private Choice choice(Corpus corpus, Sample sample) {
    Forecast forecast = new Forecast(context, corpus, sample, corpus.documents(), false);
    double seconds = Forecast.START;
    double ofPairs = 0;
    for (Forecast.Cost cost : forecast.stages()) {
      boolean isOfPairs = cost.stage() == Stage.CANDIDATE_LIST || cost.stage() == Stage.VERIFY;
      seconds += cost.seconds();
      ofPairs += isOfPairs ? cost.seconds() : 0;
    }
    return new Choice(sample.scheme, sample.recall(threshold()), forecast.pairs, ofPairs, seconds);
  }

  private double threshold() {
    return context.settings().get(Keys.THRESHOLD);
  }

  private void print(Choice choice) {
    line(
        ROW,
        choice.scheme.bands(),
        choice.scheme.rows(),
        recall(choice.scheme.candidateProbability(threshold())),
        Double.isNaN(choice.recall) ? "-" : recall(choice.recall),
        Quantity.count(choice.pairs.candidates()),
        Quantity.count(choice.pairs.similar()),
        Quantity.time(choice.seconds));
  }

  private static String recall(double recall) {
    return String.format(Locale.ROOT, "%.4f", recall);
  }

  private void advise(Choice best, Corpus corpus, double budget) {
    double candidates = best.pairs.candidates();
    double ofDocument = candidates / Math.max(1, corpus.documents());
    boolean pairsCostMost = best.ofPairs > MOST * (best.seconds - Forecast.START);
    if (pairsCostMost && ofDocument > MANY_CANDIDATES) {
      line("");
      line(
          "Most of the time goes into %s candidates, %s for each document. If they share a"
              + " template, leave it out",
          Quantity.count(candidates), Quantity.count(ofDocument));
      line(
          "(%s); if they are one large family, fewer of its pairs are listed with a smaller",
          Keys.MAX_DOCUMENT_SHARE);
      line("%s.", Keys.MAX_BUCKET_COLUMNS);
    }
    if (best.seconds > budget) {
      line("");
      line(
          "No choice fits into %s of core time: a higher threshold or a lower recall costs less.",
          Quantity.time(budget));
    }
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
