package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BandingTuner;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Compares banding schemes for a corpus: for several numbers of rows, the fewest bands that find a
 * pair at the threshold with the recall that is wanted. What each would find and cost is predicted
 * as {@link Explanation} does it, from one reading of the corpus.
 */
public final class Tuning {

  /** How much of the corpus is read unless the user says so. */
  public static final long SAMPLE_BYTES = 1L << 32;

  /** How many signatures are held of each choice at most, unless the user says so. */
  public static final long SAMPLE_DOCUMENTS = 200_000;

  private static final int CHOICES = 5;
  private static final int MAX_SLOTS = 300;

  /** More candidates for each document than this mean a template or a large family. */
  private static final double MANY_CANDIDATES = 100;

  /** Part of the time that the stages after the buckets take if candidates cost most. */
  private static final double MOST = 0.5;

  private static final String ROW = "  %5s %4s  %11s  %16s  %26s  %22s  %9s  %11s  %9s";

  private static final double ROUNDING = 1e-9;
  private static final double NORMAL = 1.96; // deviations on either side of 95 %

  private final StageContext context;
  private final PrintStream out;

  /** What a scheme would find and cost; the recall is null if the corpus has no such pairs. */
  private record Choice(
      BandingScheme scheme,
      Forecast forecast,
      Interval recallOfPairs,
      double bytes,
      double memory,
      double seconds,
      double secondsOfPairs) {}

  /**
   * @param context with the threshold
   * @param out where the comparison goes
   */
  public Tuning(StageContext context, PrintStream out) {
    this.context = context;
    this.out = out;
  }

  /**
   * Reads a sample and prints the choices. The same corpus, settings, heap and arguments print the
   * same text.
   *
   * @param recall of pairs at the threshold, above 0, below 1
   * @param budget the most core-seconds that a pipeline may take; infinity for any
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many signatures are held of each choice at most, at least 1
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
    List<Samples> samples =
        new SampleReader(context, corpus, schemes, sampleDocuments).read(sampleBytes);
    Sample read = samples.get(0).hashes();
    if (read.signed() == 0) {
      line("No document that was read has a shingle: there is nothing to compare. The shortest:");
      options(schemes.get(0));
      return schemes.get(0);
    }
    List<Choice> choices = new ArrayList<>();
    for (int s = 0; s < schemes.size(); s++) {
      choices.add(choice(schemes.get(s), corpus, samples.get(s)));
    }
    line(
        "corpus    %s, %s",
        Quantity.of(corpus.columns(), "document"), Quantities.bytes((double) corpus.bytes()));
    line(
        "sample    %s, %s of text",
        Quantity.of(read.documents(), "document"), Quantities.bytes((double) read.textBytes()));
    line("");
    line(
        ROW,
        "bands",
        "rows",
        "recall at t",
        "recall of all",
        "candidates",
        "documents compared",
        "shuffled",
        "task memory",
        "core time");
    choices.forEach(this::print);
    line("");
    line(
        "t is %s. Recall of all is that of the pairs of similarity t or more that the corpus has."
            + " Ranges have 95 %% confidence.",
        threshold);
    Choice best = cheapest(choices);
    line("");
    line(
        "The least core time with a recall of %s at t:%s",
        recall, best.seconds > budget ? " (more than the budget)" : "");
    options(best.scheme);
    advise(best, corpus, budget);
    return best.scheme;
  }

  /** Prints the options that set a scheme. */
  private void options(BandingScheme scheme) {
    line(
        "  -D%s=%s -D%s=%d -D%s=%d",
        Keys.THRESHOLD, threshold(), Keys.BANDS, scheme.bands(), Keys.ROWS, scheme.rows());
  }

  private Choice choice(BandingScheme scheme, Corpus corpus, Samples samples) throws IOException {
    Configuration conf = new Configuration(context.conf());
    conf.setInt(Keys.BANDS.name(), scheme.bands());
    conf.setInt(Keys.ROWS.name(), scheme.rows());
    StageContext ofScheme = new StageContext(conf, out, "tune:", false);
    Forecast forecast = new Forecast(ofScheme, corpus, samples, corpus.columns());
    List<StageCost> stages = forecast.stages(Interval::likely);
    double bytes = 0;
    double memory = 0;
    double seconds = 0;
    double secondsOfPairs = 0;
    for (StageCost cost : stages) {
      bytes += cost.bytes();
      memory = Math.max(memory, cost.memory());
      seconds += cost.coreSeconds();
      if (cost.stage() == Stage.CANDIDATE_LIST || cost.stage() == Stage.VERIFY) {
        secondsOfPairs += cost.coreSeconds();
      }
    }
    return new Choice(
        scheme, forecast, recallOfPairs(scheme, forecast), bytes, memory, seconds, secondsOfPairs);
  }

  /**
   * Returns which part of the pairs of the corpus a scheme finds: a pair that was seen stands for
   * one over the probability with which the scheme finds it. The interval is that of a ratio of
   * sums of independent pairs; the ends are the recall at the threshold, the least of all pairs,
   * and 1.
   */
  private Interval recallOfPairs(BandingScheme scheme, Forecast forecast) {
    double[] seen = forecast.ofPlausible().plausibleByAgreement();
    double[] squares = forecast.ofPlausible().squaresByAgreement();
    int slots = seen.length - 1;
    int least = (int) Math.ceil(threshold() * slots - ROUNDING);
    double found = 0;
    double all = 0;
    for (int agreement = least; agreement <= slots; agreement++) {
      found += seen[agreement];
      all += seen[agreement] / scheme.candidateProbability(agreement / (double) slots);
    }
    if (all == 0) {
      return null;
    }
    double recall = found / all;
    double variance = 0;
    for (int agreement = least; agreement <= slots && !forecast.isExact(); agreement++) {
      double stands = 1 / scheme.candidateProbability(agreement / (double) slots);
      double residual = (1 - recall * stands) / all;
      variance += squares[agreement] * residual * residual;
    }
    double half = NORMAL * Math.sqrt(variance);
    double lowest = Math.min(recall, scheme.candidateProbability(threshold()));
    return new Interval(
        recall, Math.max(lowest, recall - half), Math.max(recall, Math.min(1, recall + half)));
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
        choice.recallOfPairs == null ? "-" : choice.recallOfPairs.range(Tuning::recall),
        choice.forecast.candidates().range(Quantities::count),
        choice.forecast.similar().range(Quantities::count),
        Quantities.bytes(choice.bytes),
        Quantities.bytes(choice.memory),
        Quantities.time(choice.seconds));
  }

  private static String recall(double recall) {
    return String.format(Locale.ROOT, "%.4f", recall);
  }

  private static Choice cheapest(List<Choice> choices) {
    Choice best = choices.get(0);
    for (Choice choice : choices) {
      best = choice.seconds < best.seconds ? choice : best;
    }
    return best;
  }

  /** Says what to do about very many candidates. */
  private void advise(Choice best, Corpus corpus, double budget) {
    double candidates = best.forecast.candidates().likely();
    double ofDocument = candidates / Math.max(1, corpus.columns());
    boolean pairsCostMost = best.secondsOfPairs > MOST * best.seconds;
    if (pairsCostMost && ofDocument > MANY_CANDIDATES) {
      line("");
      line(
          "Most of the time goes into %s candidates, %s for each document. If they share a"
              + " template, leave it out",
          Quantities.count(candidates), Quantities.count(ofDocument));
      line(
          "(%s); if they are one large family, fewer of its pairs are listed with a smaller",
          Keys.MAX_DOCUMENT_SHARE);
      line("%s.", Keys.MAX_BUCKET_COLUMNS);
    }
    if (best.seconds > budget) {
      line("");
      line(
          "No choice fits into %s of core time: a higher threshold or a lower recall costs less.",
          Quantities.time(budget));
    }
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
