package io.neardup.hadoop.collection.drop;

import io.neardup.config.Quantity;
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
 *
 * @param collection the full path of the collection
 * @param before the newest generation before it
 * @param merged the new generation; empty if there was nothing to merge
 * @param expiry which generations were deleted; empty if that was not asked for
 */
public record Compaction(
    Path collection, Generation before, Optional<Generation> merged, Optional<Expiry> expiry) {

  /** The verb of the generations that it makes. */
  private static final String VERB = "compact";

  /**
   * Compacts a collection.
   *
   * @param expired generations created before this instant are deleted, except the newest two; none
   *     is if it is empty
   * @see CollectionWriter#openExisting
   */
  public static Compaction run(
      Configuration conf, PrintStream progress, Path collection, Optional<Instant> expired)
      throws IOException {
    try (CollectionWriter writer =
        CollectionWriter.openExisting(conf, progress, collection, VERB)) {
      Generation before = writer.parent().generation();
      Optional<Generation> merged = Optional.empty();
      if (before.index().twins().size() > 1 || before.index().bands().size() > 1) {
        merged = Optional.of(merge(writer, before));
      }
      Optional<Expiry> expiry = Optional.empty();
      if (expired.isPresent()) {
        writer.deleteWork();
        expiry = Optional.of(Expiry.run(conf, writer.folder(), expired.get()));
      }
      return new Compaction(writer.collection(), before, merged, expiry);
    }
  }

  private static Generation merge(CollectionWriter writer, Generation old) throws IOException {
    Path index = writer.work("index");
    try (StageContext context = writer.stages(1).next(VERB)) {
      writer.parent().stored().merge(context, index);
    }
    return writer.publish(
        VERB,
        old.batches(),
        old.tombstones(),
        old.settings(),
        old.provenance(),
        old.index()
            .with(
                List.of(writer.relative(new Path(index, StoredIndex.TWINS))),
                List.of(writer.relative(new Path(index, StoredIndex.BANDS))),
                old.index().pairs(),
                old.index().clusters()),
        old.counts());
  }

  public void print(PrintStream out) {
    Generation.Index parts = before.index();
    out.println(
        merged.isPresent()
            ? Quantity.format(
                "%s, generation %d: merged %s of twins and %s of bands into one each",
                collection,
                merged.get().number(),
                Quantity.of(parts.twins().size(), "part"),
                Quantity.of(parts.bands().size(), "part"))
            : Quantity.format(
                "%s: nothing to merge, generation %d has at most one part of twins and one of bands",
                collection, before.number()));
    expiry.ifPresent(deleted -> out.println(describe(deleted)));
  }

  private static String describe(Expiry deleted) {
    List<Integer> numbers = deleted.generations();
    if (numbers.isEmpty() && deleted.bytes() == 0) {
      return "no generation deleted: the newest two always stay, and the others are not old enough";
    }
    int last = numbers.size() - 1;
    String which =
        last < 0
            ? ""
            : " (" + numbers.get(0) + (last == 0 ? ")" : " to " + numbers.get(last) + ")");
    return Quantity.format(
        "deleted %s%s and %s that only %s named",
        Quantity.of(numbers.size(), "generation"),
        which,
        Quantity.of(deleted.bytes(), "byte"),
        last == 0 ? "it" : "they");
  }
}
