package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.gate.FigureNames;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.FigureCounter;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.pipeline.SummaryFigures.Part;
import io.neardup.hadoop.pipeline.SummaryFigures.Records;
import io.neardup.hadoop.pipeline.SummaryFigures.Seconds;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.util.List;
import java.util.Map;

/**
 * What an addition did, in figures: the content of the {@code summary.json} of {@code add}. The
 * names of the components are its paths and the names that conditions use; the page on figures
 * describes each. What {@link SummaryFigures} has too has the same name, but is counted for the
 * batch alone.
 *
 * <p>All is the same for the same collection, batch and settings, whatever the number of tasks,
 * except {@link #crossed}, the conditions that were crossed, each with the value of its figure, and
 * {@link #cost}. A share of nothing is null.
 */
public record AdditionFigures(
    String neardup,
    int generation,
    String batch,
    Input input,
    Records records,
    Documents documents,
    Pairs pairs,
    Changes changes,
    Whole collection,
    List<String> crossed,
    Cost cost) {

  /** The file of the figures, in the work folder. */
  public static final FiguresFile<AdditionFigures> FILE =
      new FiguresFile<>(Results.SUMMARY.name(), AdditionFigures.class);

  /** The files of the batch, and their bytes as they are stored. */
  public record Input(long files, long bytes) {}

  /** Documents of the batch: kept + removed. */
  public record Documents(
      long in,
      long bytes,
      long malformed,
      long repeatedIds,
      Part withoutShingles,
      long kept,
      Removed removed) {}

  /** Documents removed, their share of those of the batch or of the collection. */
  public record Removed(long count, Double share, long withoutShingles) {

    /** Returns how many of some documents are removed; the share is null if there are none. */
    static Removed of(long count, long documents, long withoutShingles) {
      return new Removed(count, Part.of(count, documents).share(), withoutShingles);
    }
  }

  /** Pairs of a similarity of the threshold or more. */
  public record Pairs(long count, double threshold) {}

  /**
   * Documents of earlier batches that were kept and are removed now, that were removed and are kept
   * now, and that are removed for another document than before.
   */
  public record Changes(long nowRemoved, long nowKept, long reassigned) {}

  /** The documents of all batches, without dropped ones. */
  public record Whole(long documents, long kept, Removed removed) {}

  /** What the addition took. */
  public record Cost(Seconds seconds) {}

  /**
   * Computes the figures from what the stages of an addition have counted.
   *
   * @param stages the metadata of all stages; those of stages 0, 1 and 6 are of the batch alone
   * @param parent the generation before it
   * @param corpus the documents of the new generation
   * @param removed how many of all documents are removed for others
   * @param crossed the conditions that the figures cross
   */
  public static AdditionFigures of(
      Map<Stage, StageMetadata> stages,
      Settings settings,
      CollectionIndex parent,
      Corpus corpus,
      BatchChanges changes,
      long removed,
      List<String> crossed) {
    StageMetadata batch = stages.get(Stage.INGEST);
    StageMetadata divided = stages.get(Stage.DEDUP);
    FigureCounter counter = new FigureCounter(stages, settings);
    long in = batch.count(IngestCounters.DOCUMENTS);
    long removedOfBatch = divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES);
    long withoutShingles = removedOfBatch + parent.count(CollectionIndex.REMOVED_WITHOUT_SHINGLES);
    long all = removed + withoutShingles;
    return new AdditionFigures(
        StageMetadata.version(),
        parent.isEmpty() ? 1 : parent.generation().number() + 1,
        batch.text(Fact.BATCH),
        new Input(batch.number(Fact.FILES), batch.number(Fact.BYTES)),
        counter.records(),
        new Documents(
            in,
            batch.count(IngestCounters.TEXT_BYTES),
            batch.count(IngestCounters.MALFORMED),
            batch.count(IngestCounters.REPEATED_IDS),
            Part.of(
                stages
                    .get(Stage.SHINGLE_SORT)
                    .count(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES),
                in),
            divided.count(DedupCounters.DOCUMENTS_KEPT),
            Removed.of(divided.count(DedupCounters.DOCUMENTS_REMOVED), in, removedOfBatch)),
        new Pairs(
            stages.get(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT),
            settings.get(Keys.THRESHOLD)),
        changes.changes(),
        new Whole(
            corpus.documents(),
            corpus.documents() - all,
            Removed.of(all, corpus.documents(), withoutShingles)),
        crossed,
        new Cost(counter.seconds()));
  }

  /** Returns the names of the figures, for conditions. */
  public static FigureNames names() {
    return FigureNames.of(List.of(AdditionFigures.class)).besides("pipeline", SummaryFigures.class);
  }
}
