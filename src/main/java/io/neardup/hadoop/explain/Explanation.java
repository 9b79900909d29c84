package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/** Prints what a pipeline over a corpus would cost, and what that assumes. */
public final class Explanation {

  private static final int DAY = 86_400;
  private static final int HOUR = 3_600;
  private static final int MINUTE = 60;

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
   * Reads a sample and prints the forecast.
   *
   * @param documents how many documents there are to be, like those of the corpus; 0 for as many
   * @param sampleBytes how much is read, at least 1
   */
  public void print(Path path, long documents, long sampleBytes) throws IOException {
    Corpus corpus = Corpus.open(context, path);
    Sample sample = new SampleReader(context, corpus).read(sampleBytes);
    if (sample.size() == 0) {
      throw new UsageException(
          corpus.path()
              + ": no document of the sample has a shingle, so nothing can be foretold; --sample-bytes"
              + " makes it larger");
    }
    long target = documents == 0 ? corpus.columns() : documents;
    Forecast forecast = new Forecast(context, corpus, sample, target);
    line("corpus    %,d documents, %s", corpus.columns(), bytes((double) corpus.bytes()));
    line(
        "sample    %,d documents%s, %s of text",
        sample.documents(),
        forecast.share() == 1
            ? ", all"
            : String.format(Locale.ROOT, " (1 of %.1f)", 1 / forecast.share()),
        bytes((double) sample.textBytes()));
    line("");
    line("%,d documents, %s:", target, bytes(forecast.bytes()));
    line("");
    line(
        "  %-15s%18s%16s%14s%13s%12s",
        "stage", "records sent", "shuffled", "reduce tasks", "task memory", "core time");
    double coreSeconds = 0;
    double shuffled = 0;
    for (Forecast.Work work : forecast.stages()) {
      if (isLeftOut(work.stage())) {
        continue;
      }
      coreSeconds += work.coreSeconds();
      shuffled += work.bytes();
      line(
          "  %-15s%,18.0f %15s%14d%13s %11s",
          work.stage().verb(),
          work.records(),
          bytes(work.bytes()),
          work.reducers(),
          bytes(work.memory()),
          time(work.coreSeconds()));
    }
    line("  %-15s%18s%16s%14s%13s%12s", "all", "", bytes(shuffled), "", "", time(coreSeconds));
    line("");
    line(
        "  %,.0f candidates, of which %,.0f would be compared, with %,.0f documents in them",
        forecast.candidates(), forecast.plausible(), forecast.similar());
    line("");
    assumptions(forecast, target != corpus.columns());
  }

  private boolean isLeftOut(Stage stage) {
    return context.settings().get(Keys.VERIFY_MODE).equals("none")
        && stage.compareTo(Stage.VERIFY) >= 0;
  }

  private void assumptions(Forecast forecast, boolean others) {
    line("Assumed:");
    if (forecast.share() < 1) {
      line(
          "- The sample, stretches spread evenly, is like the rest; pairs across stretches were"
              + " seen in the share %.2g",
          forecast.share() * forecast.share());
      line("  of all, so that their number is uncertain where few were seen.");
    }
    if (others) {
      line(
          "- More documents are of the same kind: each has as many near-duplicates; pairs that"
              + " meet by chance grow");
      line(
          "  with the square of the documents, also in buckets that then would be linked, not listed.");
    }
    line("- Map output is not compressed: shuffled bytes are those before.");
    line("- Task memory is what neardup holds at most, beside Hadoop's own buffers.");
    line(
        "- Core time is of signatures as the sample took it here, else as measured on 2.5 GHz; the"
            + " start of jobs and");
    line("  tasks is not in it.");
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }

  /** Returns bytes in words: three digits and a unit of powers of 1,000. */
  static String bytes(double bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB", "PB"};
    double number = bytes;
    int unit = 0;
    while (number >= 999.5 && unit < units.length - 1) {
      number /= 1000;
      unit++;
    }
    String format =
        unit == 0 || number >= 99.95 ? "%.0f %s" : number >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, number, units[unit]);
  }

  /** Returns seconds in words, in the unit that fits. */
  static String time(double seconds) {
    if (seconds >= 2 * DAY) {
      return String.format(Locale.ROOT, "%.1f d", seconds / DAY);
    }
    if (seconds >= 2 * HOUR) {
      return String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
    }
    if (seconds >= 2 * MINUTE) {
      return String.format(Locale.ROOT, "%.1f min", seconds / MINUTE);
    }
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
