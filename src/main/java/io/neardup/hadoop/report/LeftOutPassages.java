package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.text.Printable;
import io.neardup.text.StopPassages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The longest passages of stop shingles that were left out of some documents, spread evenly over
 * the corpus. Of a long document its beginning is read.
 */
public final class LeftOutPassages {

  private static final int DOCUMENTS = 200;
  private static final int MAX_PASSAGES = 10;
  private static final int MAX_READ_BYTES = 64 << 10;

  private final Configuration conf;
  private final StopPassages finder;
  private final List<Found> longest = new ArrayList<>();

  /**
   * Passages of stop shingles, which were left out.
   *
   * @param text what they are, or why they are not known
   * @param longest the longest first
   */
  public record Passages(String text, List<Found> longest) {}

  /** A passage, and the id of a document that has it. */
  public record Found(String id, String text) {}

  private LeftOutPassages(Configuration conf, StopPassages finder) {
    this.conf = conf;
    this.finder = finder;
  }

  /** Returns the passages, the longest first; null if nothing is left out, or of sets. */
  static Passages of(
      Configuration conf,
      Settings settings,
      Path corpus,
      List<Corpus.Batch> batches,
      CopyPermission permission) {
    try {
      Optional<StopPassages> finder =
          batches.isEmpty() || batches.get(0).ofSets()
              ? Optional.empty()
              : Shinglers.stopPassages(conf, settings);
      return finder.isEmpty()
          ? null
          : new LeftOutPassages(conf, finder.get()).read(corpus, batches, permission);
    } catch (IOException | RuntimeException e) {
      return new Passages(
          "They cannot be read: " + Printable.cut(String.valueOf(e.getMessage()), 400), List.of());
    }
  }

  private Passages read(Path corpus, List<Corpus.Batch> batches, CopyPermission permission)
      throws IOException {
    NavigableSet<Long> some = columns(corpus, Corpus.columnsOf(batches));
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader in = new CorpusReader(conf, batches, CorpusReader.Content.ALL, permission)) {
      for (long column : some) {
        in.read(column, document);
        take(document);
      }
    }
    return new Passages(
        longest.isEmpty()
            ? "There is none in " + ofDocuments(some.size()) + "."
            : "The longest in "
                + ofDocuments(some.size())
                + ", each with one that has it. They count in no signature and no similarity.",
        longest);
  }

  /** Returns columns spread evenly, without those of dropped documents. */
  private NavigableSet<Long> columns(Path corpus, long columns) throws IOException {
    NavigableSet<Long> some = new TreeSet<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      some.add(columns * i / DOCUMENTS);
    }
    Optional<CollectionPath> collection = CollectionPath.find(conf, corpus.toString());
    if (collection.isPresent()) {
      Generation generation = collection.get().read(conf);
      Optional<ColumnSet> dropped = Corpus.dropped(collection.get().path(), generation);
      some.removeIf(ColumnBits.read(conf, dropped)::contains);
    }
    return some;
  }

  private static String ofDocuments(int documents) {
    return Quantity.of(documents, "document") + ", spread evenly over the corpus";
  }

  private void take(DocumentWritable document) {
    String id = document.idText();
    int length = Math.min(MAX_READ_BYTES, document.textLength());
    for (String text : finder.of(document.textBytes(), document.textOffset(), length)) {
      if (longest.stream().noneMatch(found -> found.text.contains(text))) {
        longest.removeIf(found -> text.contains(found.text));
        longest.add(new Found(id, text));
      }
    }
    longest.sort(Comparator.comparingInt((Found found) -> found.text.length()).reversed());
    if (longest.size() > MAX_PASSAGES) {
      longest.subList(MAX_PASSAGES, longest.size()).clear();
    }
  }
}
