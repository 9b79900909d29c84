package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.explain.Quantities;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** Prints what the next addition to a collection would cost, and what that assumes. */
public final class BatchExplanation {

  private final PrintStream out;
  private final CollectionPath path;
  private final BatchForecast forecast;

  private BatchExplanation(PrintStream out, CollectionPath path, BatchForecast forecast) {
    this.out = out;
    this.path = path;
    this.forecast = forecast;
  }

  /**
   * Prints the forecast. The same generation, settings, heap and number print the same text. No
   * document is read, and nothing is written.
   *
   * @param conf the user's configuration; keys that are not set have the values of the collection
   * @param progress where progress lines go
   * @param collection {@code COLLECTION} or {@code COLLECTION@N}
   * @param documents how many are added, at least 1
   * @throws io.neardup.config.UsageException if there is no such collection, if it has no
   *     documents, or if it was made with another configuration
   */
  public static void print(
      Configuration conf, PrintStream progress, PrintStream out, String collection, long documents)
      throws IOException {
    CollectionPath path = CollectionPath.of(conf, collection);
    CollectionIndex index = new CollectionIndex(path.path(), path.read(conf));
    Configuration inherited = new Configuration(conf);
    CollectionSettings.inherit(inherited, path.path(), index.generation());
    StageContext context = new StageContext(inherited, progress, "explain:", false);
    BatchForecast forecast = new BatchForecast(context, index, documents);
    new BatchExplanation(out, path, forecast).print(documents);
  }

  private void print(long documents) throws IOException {
    line("collection  %s, %s", path, Quantity.of(forecast.stored(), "document"));
    line("batch       %s like those", Quantity.of(documents, "document"));
    line("");
    row("ingested", bytes(forecast.ingestedBytes()), "as the files are stored");
    row(
        "signed",
        bytes(forecast.signedBytes()),
        "of text; about " + bytes(forecast.signingShuffle()) + " shuffled");
    printIndex();
    row(
        "entries shuffled",
        Quantities.count(forecast.entriesShuffled()),
        "of new documents; about " + bytes(forecast.entryBytesShuffled()));
    row(
        "documents read",
        "about " + Quantities.count(forecast.partners()),
        "of earlier batches, to be compared: about "
            + bytes(forecast.partnerBytes())
            + " of text; at most all "
            + Quantity.number(forecast.stored()));
    row(
        "decisions",
        bytes((double) forecast.decisionBytes()),
        "read "
            + BatchForecast.READS_OF_DECISIONS
            + " times and written once, by the client; of all documents in clusters");
    row(
        "checksums",
        bytes((double) forecast.namedBytes()),
        "read once by the client if the collection is on a local disk; on HDFS nothing");
    row("jobs", "about " + forecast.jobs(), "as the last addition");
    BatchForecast.Memory memory = forecast.memory();
    row("task memory", bytes(memory.bytes()), "at most, in " + memory.stage());
    line("");
    compaction();
    line("");
    line("Assumed:");
    line("- The new documents are as long as those of the collection, and have as many");
    line("  near-duplicates each, among all its documents.");
    line("- Documents are read by their addresses if they are lines of files that are not");
    line("  compressed; otherwise the ranges of the files that have one are read.");
    line("- Map output is not compressed: shuffled bytes are those before.");
    line("- Task memory is what neardup holds at most, beside Hadoop's own buffers.");
  }

  private void printIndex() {
    int runs = forecast.runs();
    int merged = forecast.mergedRuns();
    String of = Quantity.of(runs, "run") + " each of twins and bands";
    row(
        "index read",
        (merged > 0 ? "" : "at most ") + bytes((double) forecast.indexBytesRead()),
        merged > 0
            ? of + ": all of it, because " + (merged == runs ? "all" : "some") + " are merged"
            : of + "; blocks without a hash of a new document are skipped");
    row(
        "index written",
        "about " + bytes(forecast.runBytesWritten() + forecast.signatureBytesWritten()),
        bytes(forecast.signatureBytesWritten())
            + " of signatures, and a run each of twins and bands"
            + (merged > 0 ? ", with the last " + Quantity.of(merged, "stored run") : ""));
  }

  /** Says when to compact. */
  private void compaction() {
    int runs = forecast.runs();
    int batches = forecast.batchesUntilMerged();
    if (runs == 1) {
      line("Compact: nothing to merge now, the index has one run each of twins and bands.");
    } else if (batches == 1) {
      line("Compact: not before this batch, which merges all runs by itself.");
    } else {
      line(
          "Compact: merges %d runs into one, which reads and writes %s. Worth it before many"
              + " batches that are",
          runs, bytes((double) forecast.indexBytesRead()));
      line(
          "  smaller than this one; %s.",
          batches > 0
              ? String.format(
                  Locale.ROOT,
                  "add merges all runs by itself with batch number %,d of this size",
                  batches)
              : "batches of this size never merge all runs by themselves");
    }
  }

  private static String bytes(double bytes) {
    return Quantities.bytes(bytes);
  }

  private void row(String name, String value, String remark) {
    line("  %-17s%16s  %s", name, value, remark);
  }

  private void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
