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
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.fs.Path;

/** Prints the predicted cost of a pipeline over a corpus, and its assumptions. */
public final class Explanation {

  /** Target precision of the number of pairs: upper end of the interval over lower end. */
  private static final double FACTOR = 2;

  private static final String ROW = "  %-15s%29s%23s%15s%22s%24s";

  private final StageContext context;
  private final PrintStream out;

  /**
   * @param out where the explanation goes
   */
  public Explanation(StageContext context, PrintStream out) {
    this.context = context;
    this.out = out;
  }

  /**
   * Reads a sample and prints the forecast. The same corpus, settings, heap and arguments print the
   * same text.
   *
   * @param documents how many documents there are to be, like those of the corpus; 0 for as many
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many signatures are held at most, at least 1
   * @throws UsageException if no document of the sample has a shingle
   */
  public void print(Path path, long documents, long sampleBytes, long sampleDocuments)
      throws IOException {
    CollectionSettings.inherit(context.conf(), path);
    Corpus corpus = Corpus.open(context, path);
    BandingScheme scheme = SampleReader.scheme(context.settings());
    Samples samples =
        new SampleReader(context, corpus, List.of(scheme), sampleDocuments)
            .read(sampleBytes)
            .get(0);
    Sample sample = samples.hashes();
    if (sample.signed() == 0) {
      throw new UsageException(
          corpus.path()
              + ": cannot estimate, because no document of the sample has a shingle; read a larger"
              + " sample with --sample-bytes");
    }
    long target = documents == 0 ? corpus.columns() : documents;
    Forecast forecast = new Forecast(context, corpus, samples, target);
    line(
        "corpus    %s, %s",
        Quantity.of(corpus.columns(), "document"), Quantities.bytes((double) corpus.bytes()));
    line(
        "sample    %s%s, %s of text",
        Quantity.of(sample.documents(), "document"),
        forecast.share() == 1
            ? ", all"
            : String.format(Locale.ROOT, " (1 of %.1f)", 1 / forecast.share()),
        Quantities.bytes((double) sample.textBytes()));
    if (forecast.hashShare() < 1) {
      line(
          "pairs     of the buckets in 1 of %.1f parts of hash space%s",
          1 / forecast.hashShare(),
          samples.areTwo()
              ? ", and of " + Quantity.of(samples.documents().size(), "document")
              : "");
    }
    line("");
    line("%s, %s:", Quantity.of(target, "document"), Quantities.bytes(forecast.load().textBytes()));
    line("");
    stages(forecast);
    line("");
    pairs(forecast);
    if (!forecast.isWithin(FACTOR)) {
      line("");
      advise(forecast, corpus, sample);
    }
    line("");
    assumptions(forecast, target != corpus.columns());
  }

  private void stages(Forecast forecast) {
    List<StageCost> low = stages(forecast, Interval::low);
    List<StageCost> high = stages(forecast, Interval::high);
    line(ROW, "stage", "records sent", "shuffled", "reduce tasks", "task memory", "core time");
    for (int i = 0; i < low.size(); i++) {
      StageCost from = low.get(i);
      StageCost to = high.get(i);
      line(
          ROW,
          from.stage().verb(),
          Quantities.range(from.records(), to.records(), Quantities::count),
          Quantities.range(from.bytes(), to.bytes(), Quantities::bytes),
          Quantities.range(from.reducers(), to.reducers(), Quantities::count),
          Quantities.range(from.memory(), to.memory(), Quantities::bytes),
          Quantities.range(from.coreSeconds(), to.coreSeconds(), Quantities::time));
    }
    line(
        ROW,
        "all",
        "",
        Quantities.range(
            sum(low, StageCost::bytes), sum(high, StageCost::bytes), Quantities::bytes),
        "",
        "",
        Quantities.range(
            sum(low, StageCost::coreSeconds), sum(high, StageCost::coreSeconds), Quantities::time));
  }

  private List<StageCost> stages(Forecast forecast, ToDoubleFunction<Interval> end) {
    List<StageCost> stages = new ArrayList<>(forecast.stages(end));
    if (context.settings().get(Keys.VERIFY_MODE).equals("none")) {
      stages.removeIf(cost -> cost.stage().compareTo(Stage.VERIFY) >= 0);
    }
    return stages;
  }

  private static double sum(List<StageCost> stages, ToDoubleFunction<StageCost> part) {
    return stages.stream().mapToDouble(part).sum();
  }

  private void pairs(Forecast forecast) {
    pairs("candidates", forecast.candidates());
    pairs("pairs compared", forecast.plausible());
    pairs("documents in those pairs", forecast.similar());
  }

  private void pairs(String what, Interval number) {
    String range = number.range(Quantities::count);
    String likely = Quantities.count(number.likely());
    line("  %-26s%15s%s", what, likely, range.equals(likely) ? "" : "   (" + range + ")");
  }

  /** Prints how large a sample would have to be. */
  private void advise(Forecast forecast, Corpus corpus, Sample sample) {
    double documents = forecast.documentsFor(FACTOR);
    String least = forecast.hasAllKinds() ? "about" : "at least";
    line(
        "The sample has too few pairs for a figure: the ranges hold the numbers with 95 %%"
            + " confidence.");
    if (forecast.hashShare() < 1 && forecast.share() == 1) {
      line("More heap, or a larger --sample-documents if it is set, would narrow them.");
    } else if (Double.isInfinite(documents)) {
      line("No sample that could be read would narrow them to a factor of %.0f.", FACTOR);
    } else if (documents <= corpus.columns()) {
      line(
          "A sample of %s %s documents would narrow them to a factor of %.0f: --sample-bytes"
              + " %.0f.",
          least,
          Quantities.count(documents),
          FACTOR,
          documents / sample.documents() * share(sample, corpus) * corpus.bytes());
    } else {
      line(
          "A corpus of %s %s documents would narrow them to a factor of %.0f; this one has %,d.",
          least, Quantities.count(documents), FACTOR, corpus.columns());
    }
  }

  private static double share(Sample sample, Corpus corpus) {
    return sample.documents() / (double) Math.max(1, corpus.columns());
  }

  private void assumptions(Forecast forecast, boolean others) {
    line("Assumed:");
    if (forecast.share() < 1) {
      line(
          "- The sample, stretches spread evenly, is like the rest. It has %.2g of the pairs of the"
              + " corpus.",
          forecast.share() * forecast.share());
    }
    if (forecast.hashShare() < 1) {
      line(
          "- The buckets that were examined are like the rest; each has all its documents. A pair"
              + " in k");
      line("  buckets counts as 1 / (1 - (1 - %.2g)^k).", forecast.hashShare());
    }
    if (others) {
      line(
          "- More documents are of the same kind: each has as many near-duplicates; pairs that"
              + " meet by chance grow");
      line(
          "  with the square of the documents, also in buckets that then would not be listed in"
              + " full.");
    }
    line("- Map output is not compressed: shuffled bytes are those before.");
    line("- Task memory is what neardup holds at most, beside Hadoop's own buffers.");
    line(
        "- Core time is from constants measured at 2.5 GHz on ASCII text, without the start of jobs"
            + " and tasks;");
    line("  other processors and scripts take half to twice as long.");
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
