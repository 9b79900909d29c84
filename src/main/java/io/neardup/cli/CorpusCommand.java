package io.neardup.cli;

import io.neardup.api.Neardup;
import io.neardup.config.Quantity;
import io.neardup.hadoop.collection.list.CollectionListing;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code corpus}. */
@Command(
    name = "corpus",
    description = "Lists the batches of a corpus, or checks that its documents have not changed.",
    footer = {
      "Examples:",
      "  hadoop jar neardup.jar corpus list corpus",
      "  hadoop jar neardup.jar corpus verify corpus"
    })
final class CorpusCommand extends Verb {

  private static final String ROW = "%-24s %-10s %9s %16s %14s %14s %12s";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "say what to do with the corpus: list or verify");
  }

  /** Prints one line per batch. */
  @Command(name = "list", description = "Lists the batches, one per line, and their totals.")
  int list(@Parameters(paramLabel = "CORPUS") Path corpus) throws IOException {
    List<Corpus.Batch> batches = neardup().batches(corpus);
    print(ROW, "batch", "format", "files", "bytes", "first column", "documents", "set aside");
    long[] all = new long[4];
    Optional<CollectionPath> collection = CollectionPath.find(getConf(), corpus.toString());
    long[] dropped = new long[batches.size()];
    if (collection.isPresent()) {
      Generation newest = collection.get().read(getConf());
      dropped = new CollectionListing(getConf(), System.out, collection.get()).dropsByBatch(newest);
    }
    for (int i = 0; i < batches.size(); i++) {
      Corpus.Batch batch = batches.get(i);
      StageMetadata metadata = batch.metadata();
      long[] counts = {
        metadata.number(Fact.FILES),
        metadata.number(Fact.BYTES),
        metadata.columns() - dropped[i],
        metadata.count(IngestCounters.SKIPPED)
      };
      String first = Quantity.number(batch.firstColumn());
      printRow(batch.name(), metadata.text(Fact.FORMAT), first, counts);
      Arrays.setAll(all, column -> all[column] + counts[column]);
    }
    printRow("all", "", "", all);
    Path work = new Path(corpus, OwnedFolder.WORK);
    try {
      print(
          "not finished: %s bytes in %s, of an ingest that is at work or was interrupted; the"
              + " next ingest removes what is left",
          Quantity.number(work.getFileSystem(getConf()).getContentSummary(work).getLength()), work);
    } catch (FileNotFoundException e) {
      return 0; // no ingest, or it ended while its files were counted
    }
    return 0;
  }

  /** Prints a row; the counts are of files, bytes, documents and records set aside. */
  private static void printRow(String name, String format, String firstColumn, long[] counts) {
    String[] numbers = Arrays.stream(counts).mapToObj(Quantity::number).toArray(String[]::new);
    print(ROW, name, format, numbers[0], numbers[1], firstColumn, numbers[2], numbers[3]);
  }

  private static void print(String format, Object... values) {
    System.out.println(Quantity.format(format, values).stripTrailing());
  }

  /** Reads the whole corpus again and checks it. */
  @Command(
      name = "verify",
      description = {
        "Reads the documents of every batch and checks that they are what ingest wrote.",
        "The exit status is 1 if anything differs."
      })
  int verify(@Parameters(paramLabel = "CORPUS") Path corpus) throws IOException {
    long all = 0;
    Neardup neardup = neardup();
    for (Corpus.Batch batch : neardup.batches(corpus)) {
      List<String> problems = new ArrayList<>(); // the first few
      long found = neardup.verify(batch, problems::add);
      System.out.println(
          found == 0
              ? Quantity.format(
                  "%s: unchanged, %s, %s set aside",
                  batch.name(),
                  Quantity.of(batch.metadata().columns(), "document"),
                  Quantity.of(batch.metadata().count(IngestCounters.SKIPPED), "record"))
              : batch.name() + ": " + Quantity.of(found, "problem"));
      problems.forEach(problem -> System.out.println("  " + problem));
      if (found > problems.size()) {
        System.out.println("  and others");
      }
      all += found;
    }
    return all == 0 ? 0 : VerbTool.FAILURE;
  }
}
