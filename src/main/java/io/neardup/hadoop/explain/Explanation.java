package io.neardup.hadoop.explain;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.explain.Forecast.Cost;
import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.BandingScheme;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * Prints what a pipeline over a corpus, or over more documents like those of it, would cost, or
 * what it would cost to add some to a collection.
 */
public record Explanation(StageContext context, PrintStream out) {

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

  /**
   * Reads a sample and prints the forecast. The same corpus, settings, heap and arguments print the
   * same text.
   *
   * @param documents how many documents there are to be, like those of the corpus; 0 for as many
   * @param added how many are added to a collection; 0 for a pipeline over all documents
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   * @throws UsageException if no document of the sample has a shingle
   */
  public void print(
      Path path, double documents, double added, long sampleBytes, long sampleDocuments)
      throws IOException {
    CollectionSettings.inherit(context.conf(), path);
    Corpus corpus = Corpus.open(context, path);
    Settings settings = context.settings();
    BandingScheme scheme = settings.banding();
    Sample sample =
        SampleReader.read(context, corpus, List.of(scheme), sampleBytes, sampleDocuments).get(0);
    UsageException.require(
        sample.signed > 0,
        "%s: cannot estimate, because no document of the sample has a shingle; read a larger sample"
            + " with --sample-bytes",
        corpus.path());
    printSample(out, corpus, sample);
    line("");
    double number = added > 0 ? added : documents > 0 ? documents : corpus.documents();
    Forecast forecast = new Forecast(context, corpus, sample, number, added > 0);
    line(
        "%s%s, %s:",
        added > 0 ? "adding " : "",
        Quantity.of(Math.round(number), "document"),
        Quantity.bytes(forecast.textBytes));
    line("");
    print(forecast);
    if (sample.withCandidates() < FEW && (!sample.isAll() || number != corpus.documents())) {
      line(
          "Only %s of the sample have a candidate: the numbers of pairs are a guess.",
          Quantity.of(sample.withCandidates(), "document"));
      line("");
    }
    out.print(ASSUMED);
  }

  static void printSample(PrintStream out, Corpus corpus, Sample sample) {
    out.printf(
        Locale.ROOT,
        "corpus    %s, %s%n",
        Quantity.of(corpus.documents(), "document"),
        Quantity.bytes((double) corpus.bytes()));
    out.printf(
        Locale.ROOT,
        "sample    %s, compared with %s%n",
        Quantity.of(sample.documents, "document"),
        sample.isWhole() ? "all" : "part of the corpus");
  }

  private void print(Forecast forecast) {
    line(ROW, "stage", "shuffled", "core time");
    line(ROW, "start", "", Quantity.time(Forecast.START));
    double bytes = 0;
    double seconds = Forecast.START;
    for (Cost cost : forecast.stages()) {
      line(ROW, cost.stage().verb(), Quantity.bytes(cost.bytes()), Quantity.time(cost.seconds()));
      bytes += cost.bytes();
      seconds += cost.seconds();
    }
    line(ROW, "all", Quantity.bytes(bytes), Quantity.time(seconds));
    line("");
    Sample.Pairs pairs = forecast.pairs;
    line(PAIRS, "candidates", Quantity.count(pairs.candidates()));
    line(PAIRS, "pairs compared", Quantity.count(pairs.plausible()));
    line(PAIRS, "documents in those pairs", Quantity.count(pairs.similar()));
    line("");
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
