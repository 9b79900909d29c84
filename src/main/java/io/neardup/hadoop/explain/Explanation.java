package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * What a pipeline over a corpus, or over more documents like those of it, would cost, or what it
 * would cost to add some to a collection.
 */
public final class Explanation {

  /** How many documents are chosen, and compared with all others, unless the user says so. */
  public static final long SAMPLE_DOCUMENTS = 5_000;

  /** If fewer documents of a part have a candidate, the figures of pairs are a guess. */
  private static final int FEW = 100;

  private static final String ROW = "  %-15s%12s%12s";
  private static final String PAIRS = "  %-26s%13s";

  private static final String ASSUMED =
      """
      Figures are good to a factor of two, for documents like those of the corpus: each has as
      many near-duplicates, and pairs that meet by chance grow with the square of the documents.
      Core time is that of one process at 2.5 GHz; the tasks of a cluster start for themselves.
      Shuffled bytes are those before any compression.
      """;

  private final Corpus corpus;
  private final Sample sample;
  private final Forecast forecast;
  private final boolean isAddition;

  private Explanation(Corpus corpus, Sample sample, Forecast forecast, boolean isAddition) {
    this.corpus = corpus;
    this.sample = sample;
    this.forecast = forecast;
    this.isAddition = isAddition;
  }

  /** The cost of a stage: bytes shuffled, and seconds of a core. */
  public record Cost(Stage stage, double bytes, double seconds) {}

  /**
   * Reads a sample and makes the forecast, the same one from the same corpus, settings, heap and
   * arguments.
   *
   * @param documents how many documents there are to be, like those of the corpus; 0 for as many
   * @param added how many are added to a collection; 0 for a pipeline over all documents
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   * @throws UsageException if no document of the sample has a shingle
   */
  public static Explanation of(
      StageContext context,
      Path path,
      double documents,
      double added,
      long sampleBytes,
      long sampleDocuments)
      throws IOException {
    CollectionSettings.inherit(context.conf(), path);
    Corpus corpus = Corpus.open(context, path);
    Settings settings = context.settings();
    List<? extends Sample> samples =
        settings.isOfContainment()
            ? SampleReader.readAnchors(
                context, corpus, List.of(settings), sampleBytes, sampleDocuments)
            : SampleReader.read(
                context, corpus, List.of(settings.banding()), sampleBytes, sampleDocuments);
    Sample sample = samples.get(0);
    requireShingles(corpus, sample);
    double number = added > 0 ? added : documents > 0 ? documents : corpus.documents();
    Forecast forecast = new Forecast(context, corpus, sample, number, added > 0);
    return new Explanation(corpus, sample, forecast, added > 0);
  }

  static void requireShingles(Corpus corpus, Sample sample) {
    UsageException.require(
        sample.signed > 0,
        "%s: cannot estimate: of %s read, none has a shingle; --sample-bytes can read more",
        corpus.path(),
        Quantity.of(sample.documents, "document"));
  }

  /** Returns for how many documents this is. */
  public double documents() {
    return forecast.documents;
  }

  /** Returns the cost of each stage; besides, a process takes some seconds to start. */
  public List<Cost> stages() {
    return forecast.stages();
  }

  public double candidates() {
    return forecast.pairs.candidates();
  }

  public void print(PrintStream out) {
    printSample(out, corpus, sample);
    line(out, "");
    line(
        out,
        "%s%s, %s:",
        isAddition ? "adding " : "",
        Quantity.of(Math.round(documents()), "document"),
        Quantity.bytes(forecast.textBytes));
    line(out, "");
    printCost(out);
    if (sample.withCandidates() < FEW && (!sample.isAll() || documents() != corpus.documents())) {
      line(
          out,
          "Only %s of the sample have a candidate: the numbers of pairs are a guess.",
          Quantity.of(sample.withCandidates(), "document"));
      line(out, "");
    }
    printStopShingles(out, sample, documents());
    out.print(ASSUMED);
  }

  /** Says which stop shingles a pipeline would leave out, if the figures are with them. */
  static void printStopShingles(PrintStream out, Sample sample, double documents) {
    if (StopShingleSearch.isUsual(sample.settings, Math.round(documents))) {
      line(
          out,
          "pipeline leaves out passages that more than %.0f %% of so many documents have. These"
              + " figures are with them; for those",
          100 * StopShingleSearch.USUAL_SHARE);
      line(
          out,
          "without, make a list with the verb %s and name it in %s.",
          StopShingleSearch.VERB,
          Keys.STOP_LIST);
    }
  }

  static void printSample(PrintStream out, Corpus corpus, Sample sample) {
    line(
        out,
        "corpus    %s, %s",
        Quantity.of(corpus.documents(), "document"),
        Quantity.bytes((double) corpus.bytes()));
    line(
        out,
        "sample    %s, compared with %s",
        Quantity.of(sample.compared(), "document"),
        sample.isWhole() ? "all" : "part of the corpus");
  }

  private void printCost(PrintStream out) {
    line(out, ROW, "stage", "shuffled", "core time");
    line(out, ROW, "start", "", Quantity.time(Forecast.START));
    double bytes = 0;
    double seconds = Forecast.START;
    for (Cost cost : stages()) {
      line(
          out,
          ROW,
          cost.stage().verb(),
          Quantity.bytes(cost.bytes()),
          Quantity.time(cost.seconds()));
      bytes += cost.bytes();
      seconds += cost.seconds();
    }
    line(out, ROW, "all", Quantity.bytes(bytes), Quantity.time(seconds));
    line(out, "");
    Sample.Pairs pairs = forecast.pairs;
    line(out, PAIRS, "candidates", Quantity.count(pairs.candidates()));
    line(out, PAIRS, "pairs compared", Quantity.count(pairs.compared()));
    line(out, PAIRS, "documents in those pairs", Quantity.count(pairs.similar()));
    line(out, "");
  }

  /** Prints a line, without white space at its end. */
  static void line(PrintStream out, String format, Object... values) {
    out.println(Quantity.format(format, values).stripTrailing());
  }
}
