package io.neardup.hadoop.collection.drop;

import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.CollectionWriter;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.generation.Expiry;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageContext;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Merges the runs of the index into one of twins and one of bands. The new generation has the same
 * documents and results as the one before it. Deletes old generations if it is asked to.
 */
public final class Compaction {

  /** The verb of the generations that it makes. */
  static final String VERB = "compact";

  private final CollectionWriter writer;
  private final CollectionIndex parent;

  private Compaction(CollectionWriter writer) throws IOException {
    this.writer = writer;
    this.parent = writer.parent();
  }

  /**
   * Compacts a collection.
   *
   * @param conf the user's configuration; keys that are not set have the values of the collection
   * @param progress where progress lines go
   * @param expired generations created before this instant are deleted, except the newest two; none
   *     is if it is empty
   * @return what was done
   * @throws UsageException if there is no collection, if it cannot be changed, was made with
   *     another configuration or has changed, or if another run is writing to it
   */
  public static CompactedCollection run(
      Configuration conf, PrintStream progress, Path collection, Optional<Instant> expired)
      throws IOException {
    Generation before;
    Optional<Generation> merged = Optional.empty();
    try (CollectionWriter writer =
        CollectionWriter.openExisting(conf, progress, collection, VERB)) {
      before = writer.parent().generation();
      if (before.index().twins().size() != 1 || before.index().bands().size() != 1) {
        merged = Optional.of(new Compaction(writer).merge());
      }
      Optional<Expiry> expiry = Optional.empty();
      if (expired.isPresent()) {
        writer.deleteWork();
        expiry = Optional.of(Expiry.run(conf, writer.folder(), expired.get()));
      }
      return new CompactedCollection(writer.collection(), before, merged, expiry);
    }
  }

  private Generation merge() throws IOException {
    try (StageContext context = writer.stages(1).next(VERB)) {
      parent.stored().merge(context, writer.work(), writer.work("index"));
      return publish(
          List.of(writer.relative(writer.work(StoredIndex.TWINS))),
          List.of(writer.relative(writer.work(StoredIndex.BANDS))));
    }
  }

  private Generation publish(List<String> twins, List<String> bands) throws IOException {
    Generation old = parent.generation();
    Generation.Index index = old.index();
    return writer.publish(
        VERB,
        old.batches(),
        old.tombstones(),
        old.settings(),
        old.provenance(),
        new Generation.Index(
            index.signatures(),
            twins,
            bands,
            index.pairs(),
            index.clusters(),
            index.dedup(),
            index.stopShingles()),
        old.counts());
  }
}
