package io.neardup.hadoop.collection;

import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.GenerationHistory;
import io.neardup.hadoop.generation.GenerationHistory.Change;
import io.neardup.hadoop.generation.GenerationHistory.Examples;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds what the last generations of a collection have changed: from the files of the generations,
 * the lists of dropped columns, and the files of changes.
 */
final class LastGenerations {

  private final Configuration conf;
  private final CollectionPath path;
  private final List<Change> changes = new ArrayList<>();
  private Examples examples; // null if no generation has any

  private LastGenerations(Configuration conf, CollectionPath path) {
    this.conf = conf;
    this.path = path;
  }

  /**
   * Returns what a generation and those before it have changed, as far as they still exist.
   *
   * @throws io.neardup.config.UsageException if a generation is missing or damaged
   */
  static GenerationHistory read(Configuration conf, CollectionPath path) throws IOException {
    return new LastGenerations(conf, path).read();
  }

  private GenerationHistory read() throws IOException {
    Generations generations = Generations.of(conf, path.path());
    int oldest = generations.numbers().get(0);
    int first = Math.max(oldest, path.number() - GenerationHistory.MAX_GENERATIONS + 1);
    Generation before = first == oldest ? null : generations.read(first - 1);
    for (int number = first; number <= path.number(); number++) {
      Generation generation = generations.read(number);
      add(generation, before);
      before = generation;
    }
    return new GenerationHistory(
        StageMetadata.version(), path.path().toString(), path.number(), changes, examples);
  }

  /** Adds a generation; the one before it is null if there is none, or if it was deleted. */
  private void add(Generation generation, Generation before) throws IOException {
    boolean adds = generation.verb().equals(Addition.VERB);
    boolean drops = generation.verb().equals(Drop.VERB);
    Optional<ChangedDocuments> changed =
        adds || drops ? changes(generation) : Optional.of(ChangedDocuments.NONE);
    CollectionIndex index = new CollectionIndex(path.path(), generation);
    long documents = index.count(CollectionIndex.DOCUMENTS);
    List<String> batches = new ArrayList<>();
    Long dropped = 0L;
    long added = 0;
    if (adds) {
      Generation.Batch last = generation.batches().get(generation.batches().size() - 1);
      batches.add(last.name());
      added = last.columns();
    } else if (drops && before == null) {
      dropped = null;
    } else if (drops) {
      batches.addAll(smallerBatches(generation, before));
      dropped = dropped(generation) - dropped(before);
    }
    int named = Math.min(batches.size(), GenerationHistory.MAX_BATCHES);
    changes.add(
        new Change(
            generation.number(),
            generation.created(),
            generation.verb(),
            batches.subList(0, named),
            batches.size() - named,
            added,
            dropped,
            documents,
            documents
                - index.count(CollectionIndex.REMOVED)
                - index.count(CollectionIndex.REMOVED_WITHOUT_SHINGLES),
            changed.map(ChangedDocuments::nowRemoved).orElse(null),
            changed.map(ChangedDocuments::nowKept).orElse(null),
            changed.map(ChangedDocuments::reassigned).orElse(null)));
    changed
        .filter(some -> !some.isEmpty())
        .ifPresent(
            some ->
                examples =
                    new Examples(
                        generation.number(), some.examples(), some.examplesOfReassigned()));
  }

  /** Returns what the writer of a generation has changed; empty if its files are gone. */
  private Optional<ChangedDocuments> changes(Generation generation) throws IOException {
    Optional<String> folder = generation.clusterFolder();
    return folder.isEmpty()
        ? Optional.empty()
        : ChangedDocuments.read(
            conf, new Path(new Path(path.path(), folder.get()), BatchChanges.FOLDER));
  }

  /** Returns the names of the batches that have fewer documents than before. */
  private List<String> smallerBatches(Generation generation, Generation before) throws IOException {
    List<Long> then = DropsByBatch.of(conf, path.path(), before);
    List<Long> now = DropsByBatch.of(conf, path.path(), generation);
    List<String> smaller = new ArrayList<>();
    for (int batch = 0; batch < now.size(); batch++) {
      if (now.get(batch) > then.get(batch)) {
        smaller.add(generation.batches().get(batch).name());
      }
    }
    return smaller;
  }

  private static long dropped(Generation generation) {
    return generation.tombstones() == null ? 0 : generation.tombstones().columns();
  }
}
