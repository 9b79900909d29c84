package io.neardup.hadoop.explain;

import static io.neardup.hadoop.explain.Explanation.line;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Compares banding schemes for a corpus: for several numbers of rows, the fewest bands that find a
 * pair at the threshold with the recall that is wanted. What each would find and cost is predicted
 * as {@link Explanation} does it, from samples that are read together.
 *
 * @param choices of the schemes, those of fewer rows first; none if no document has a shingle
 * @param best the scheme of the least core time; that of the shortest signatures without a choice
 * @param threshold the similarity t
 * @param recall at the threshold, that was wanted
 * @param basis what the choices were predicted from
 */
public record Tuning(
    List<Choice> choices, BandingScheme best, double threshold, double recall, Basis basis) {

  /** How much of the corpus is read unless the user says so. */
  public static final long SAMPLE_BYTES = 1L << 32;

  private static final int CHOICES = 5;
  private static final int MAX_SLOTS = 300;

  /** More candidates for each document than this mean a template or a large family. */
  private static final double MANY_CANDIDATES = 100;

  /** Part of the time that the stages after the buckets take if candidates cost most. */
  private static final double MOST = 0.5;

  private static final String ROW = "  %5s %4s  %11s  %13s  %14s  %18s  %9s";

  /** The corpus and a sample of it. */
  record Basis(Corpus corpus, Sample sample) {}

  /**
   * What a scheme would find and cost.
   *
   * @param recall of all pairs of the corpus; NaN if it has none at the threshold
   * @param compared documents that are compared
   * @param ofPairs core-seconds of the stages after the buckets
   * @param seconds core-seconds of all stages
   */
  public record Choice(
      BandingScheme scheme,
      double recall,
      double candidates,
      double compared,
      double ofPairs,
      double seconds) {}

  /**
   * Reads a sample and predicts the choices, the same ones from the same corpus, settings, heap and
   * arguments.
   *
   * @param context with the threshold
   * @param recall of pairs at the threshold, above 0, below 1
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   * @throws UsageException if no scheme reaches the recall
   */
  public static Tuning of(
      StageContext context, Path path, double recall, long sampleBytes, long sampleDocuments)
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
    List<BandSample> samples =
        SampleReader.read(context, corpus, schemes, sampleBytes, sampleDocuments);
    Basis basis = new Basis(corpus, samples.get(0));
    if (samples.get(0).signed == 0) {
      return new Tuning(List.of(), schemes.get(0), threshold, recall, basis);
    }
    List<Choice> choices = new ArrayList<>();
    for (BandSample sample : samples) {
      choices.add(choice(context, corpus, sample, threshold));
    }
    Choice best = Collections.min(choices, Comparator.comparingDouble(Choice::seconds));
    return new Tuning(choices, best.scheme, threshold, recall, basis);
  }

  /** Prints the choices, and the options that set the best one. */
  public void print(PrintStream out) {
    if (choices.isEmpty()) {
      line(
          out,
          "No document that was read has a shingle: there is nothing to compare. The shortest:");
      options(out);
      return;
    }
    Explanation.printSample(out, basis.corpus, basis.sample);
    line(out, "");
    line(
        out,
        ROW,
        "bands",
        "rows",
        "recall at t",
        "recall of all",
        "candidates",
        "documents compared",
        "core time");
    choices.forEach(choice -> print(out, choice));
    line(out, "");
    line(
        out,
        "t is %s. Recall of all is that of the pairs of similarity t or more that the corpus has."
            + " Candidates, documents and time are good to a factor of two.",
        threshold);
    line(out, "");
    Choice least = choices.stream().filter(choice -> choice.scheme.equals(best)).findFirst().get();
    line(out, "The least core time with a recall of %s at t:", recall);
    options(out);
    advise(out, least);
  }

  private void options(PrintStream out) {
    line(
        out,
        "  -D%s=%s -D%s=%d -D%s=%d",
        Keys.THRESHOLD,
        threshold,
        Keys.BANDS,
        best.bands(),
        Keys.ROWS,
        best.rows());
  }

  private static Choice choice(
      StageContext context, Corpus corpus, BandSample sample, double threshold) throws IOException {
    Forecast forecast = new Forecast(context, corpus, sample, corpus.documents(), false);
    double seconds = Forecast.START;
    double ofPairs = 0;
    for (Explanation.Cost cost : forecast.stages()) {
      boolean isOfPairs = cost.stage() == Stage.CANDIDATE_LIST || cost.stage() == Stage.VERIFY;
      seconds += cost.seconds();
      ofPairs += isOfPairs ? cost.seconds() : 0;
    }
    return new Choice(
        sample.scheme,
        sample.recall(threshold),
        forecast.pairs.candidates(),
        forecast.pairs.similar(),
        ofPairs,
        seconds);
  }

  private void print(PrintStream out, Choice choice) {
    line(
        out,
        ROW,
        choice.scheme.bands(),
        choice.scheme.rows(),
        recall(choice.scheme.candidateProbability(threshold)),
        Double.isNaN(choice.recall) ? "-" : recall(choice.recall),
        Quantity.count(choice.candidates),
        Quantity.count(choice.compared),
        Quantity.time(choice.seconds));
  }

  private static String recall(double recall) {
    return Quantity.format("%.4f", recall);
  }

  private void advise(PrintStream out, Choice least) {
    double candidates = least.candidates;
    double ofDocument = candidates / Math.max(1, basis.corpus.documents());
    boolean pairsCostMost = least.ofPairs > MOST * (least.seconds - Forecast.START);
    if (pairsCostMost && ofDocument > MANY_CANDIDATES) {
      line(out, "");
      line(
          out,
          "Most of the time goes into %s candidates, %s for each document. If they share a"
              + " template, leave it out",
          Quantity.count(candidates),
          Quantity.count(ofDocument));
      line(
          out,
          "(%s); if they are one large family, fewer of its pairs are listed with a smaller",
          Keys.MAX_DOCUMENT_SHARE);
      line(out, "%s.", Keys.MAX_BUCKET_COLUMNS);
    }
  }
}
