package io.neardup.hadoop.collection.list;

import io.neardup.config.Quantity;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Lists what a collection has: its generations, the batches and the size of the index of one of
 * them, and what runs have left there. Only reads.
 *
 * @param path the generation whose batches and index are listed
 */
public record CollectionListing(Configuration conf, PrintStream out, CollectionPath path) {

  /**
   * Prints the listing.
   *
   * @throws io.neardup.config.UsageException if a generation is missing or damaged
   */
  public void print() throws IOException {
    List<Generation> generations = generations(conf, path);
    Generation listed = path.read(conf);
    printGenerations(generations);
    out.println();
    printBatches(listed);
    out.println();
    printIndex(listed);
    printRuns();
  }

  /** Returns all generations of a collection, in their order. */
  public static List<Generation> generations(Configuration conf, CollectionPath path)
      throws IOException {
    List<Generation> generations = new ArrayList<>();
    Generations.of(conf, path.path()).forEach(generations::add);
    return generations;
  }

  private void printGenerations(List<Generation> generations) {
    print("%-12s %-9s %-20s %14s %14s", "generation", "verb", "created", "documents", "kept");
    for (Generation generation : generations) {
      CollectionIndex index = new CollectionIndex(path.path(), generation);
      print(
          "%-12d %-9s %-20s %,14d %,14d",
          generation.number(),
          generation.verb(),
          generation.created(),
          index.count(CollectionIndex.DOCUMENTS),
          index.kept());
    }
  }

  private void printBatches(Generation generation) throws IOException {
    String title = "batch of generation " + path.number();
    print("%-24s %14s %14s %14s", title, "first column", "documents", "dropped");
    long all = 0;
    long allDropped = 0;
    long[] dropped = dropsByBatch(generation);
    for (int i = 0; i < dropped.length; i++) {
      Generation.Batch batch = generation.batches().get(i);
      long left = batch.columns() - dropped[i];
      all += left;
      allDropped += dropped[i];
      print("%-24s %,14d %,14d %,14d", batch.name(), batch.firstColumn(), left, dropped[i]);
    }
    print("%-24s %14s %,14d %,14d", "all", "", all, allDropped);
  }

  /** Returns how many documents of each batch were dropped. Reads the dropped columns once. */
  public long[] dropsByBatch(Generation generation) throws IOException {
    List<Generation.Batch> batches = generation.batches();
    long[] dropped = new long[batches.size()];
    Optional<ColumnSet> tombstones = Corpus.dropped(path.path(), generation);
    if (tombstones.isPresent()) {
      int batch = 0;
      try (ColumnSet.Cursor columns = tombstones.get().read(conf)) {
        for (long column = columns.next(); column >= 0; column = columns.next()) {
          while (column >= batches.get(batch).firstColumn() + batches.get(batch).columns()) {
            batch++;
          }
          dropped[batch]++;
        }
      }
    }
    return dropped;
  }

  private void printIndex(Generation generation) {
    Generation.Index index = generation.index();
    Map<String, List<String>> parts = new LinkedHashMap<>();
    parts.put("signatures", index.signatures());
    parts.put("twins", index.twins());
    parts.put("bands", index.bands());
    parts.put("pairs", index.pairs());
    parts.put("clusters", index.clusters() == null ? List.of() : List.of(index.clusters()));
    long documents = new CollectionIndex(path.path(), generation).count(CollectionIndex.DOCUMENTS);
    String title = "index of generation " + path.number();
    print("%-24s %14s %20s %14s", title, "parts", "bytes", "per document");
    long all = 0;
    for (Map.Entry<String, List<String>> part : parts.entrySet()) {
      long bytes = bytes(generation, part.getValue());
      all += bytes;
      String each = perDocument(bytes, documents);
      print("%-24s %,14d %,20d %14s", part.getKey(), part.getValue().size(), bytes, each);
    }
    print("%-24s %14s %,20d %14s", "all", "", all, perDocument(all, documents));
  }

  private static long bytes(Generation generation, List<String> folders) {
    return generation.files().stream()
        .filter(file -> folders.stream().anyMatch(in -> file.file().startsWith(in + "/")))
        .mapToLong(NamedFile::length)
        .sum();
  }

  private static String perDocument(long bytes, long documents) {
    return documents == 0 ? "-" : Quantity.format("%,.1f", (double) bytes / documents);
  }

  /** Prints what runs have left, and which run is at work. */
  private void printRuns() throws IOException {
    FileSystem fs = path.path().getFileSystem(conf);
    List<WorkFolders.Leftover> leftovers = WorkFolders.leftovers(conf, path.path());
    if (!leftovers.isEmpty()) {
      out.println();
      out.println(
          "not finished: folders that no generation names, of a run that is at work or was"
              + " interrupted; add --resume continues an add, any other writer removes what is"
              + " left");
      for (WorkFolders.Leftover leftover : leftovers) {
        out.println("  " + leftover.folder() + "  " + Quantity.of(leftover.bytes(), "byte"));
      }
    }
    OwnedFolder.writer(fs, path.path())
        .ifPresent(
            writer -> {
              out.println();
              out.println("another run is writing: " + writer);
            });
  }

  private void print(String format, Object... values) {
    out.println(Quantity.format(format, values).stripTrailing());
  }
}
