package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.table.ColumnSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * Where a batch is written, and which batches it follows or replaces.
 *
 * @param corpus the folder of the corpus, which need not exist
 * @param name the name of the batch; null for one made from its position
 * @param earlier the batches before it; null for those of the corpus
 * @param dropped which of their documents were dropped, if any were
 * @param collection the collection of the batch; null if it is for the corpus itself
 * @param like a batch whose format it inherits; null for the one before it
 * @param beforeReplacing called when the batch is complete, before it replaces those of the corpus;
 *     null if it is added to them
 */
public record BatchTarget(
    Path corpus,
    String name,
    List<Corpus.Batch> earlier,
    Optional<ColumnSet> dropped,
    Path collection,
    Corpus.Batch like,
    ConsumerRaisingIOE<Corpus.Batch> beforeReplacing) {

  /** Returns the next batch of a corpus. */
  public static BatchTarget of(Path corpus, String name) {
    return new BatchTarget(corpus, name, null, Optional.empty(), null, null, null);
  }

  /**
   * Returns the next batch of a collection; in the corpus, a folder of the writer, it is the only
   * one.
   */
  public static BatchTarget ofCollection(
      Path corpus,
      Path collection,
      List<Corpus.Batch> earlier,
      Optional<ColumnSet> dropped,
      String name) {
    return new BatchTarget(corpus, name, earlier, dropped, collection, null, null);
  }

  /** Returns a batch that replaces all batches of a corpus. */
  public static BatchTarget replacing(
      Path corpus, Corpus.Batch like, ConsumerRaisingIOE<Corpus.Batch> beforeReplacing) {
    return new BatchTarget(corpus, null, List.of(), Optional.empty(), null, like, beforeReplacing);
  }
}
