package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.FigureCounter;
import io.neardup.hadoop.pipeline.SummaryFigures.Part;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import java.util.List;
import java.util.Map;

/**
 * Computes the figures of an addition from what its stages have counted.
 *
 * @param stages the metadata of all stages; those of stages 0, 1 and 6 are of the batch alone
 * @param settings of the collection
 * @param parent the generation before it; null if there is none
 */
record AdditionCounter(
    Map<Stage, StageMetadata> stages, Settings settings, CollectionIndex parent) {

  /**
   * Returns the figures; no condition has been judged.
   *
   * @param generation the number of the generation that is made
   * @param corpus its documents
   * @param changes for the documents of earlier batches
   * @param removed how many of all documents are removed for others
   */
  AdditionFigures figures(int generation, Corpus corpus, BatchChanges changes, long removed) {
    StageMetadata batch = stages.get(Stage.INGEST);
    FigureCounter counter = FigureCounter.of(stages, settings);
    return new AdditionFigures(
        StageMetadata.version(),
        generation,
        batch.text(Fact.BATCH),
        new AdditionFigures.Input(batch.number(Fact.FILES), batch.number(Fact.BYTES)),
        counter.records(),
        documents(batch),
        new AdditionFigures.Pairs(
            stages.get(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT),
            settings.get(Keys.THRESHOLD)),
        new AdditionFigures.Changes(changes.nowRemoved(), changes.nowKept(), changes.reassigned()),
        whole(corpus, removed),
        List.of(),
        new AdditionFigures.Cost(counter.seconds()));
  }

  private AdditionFigures.Documents documents(StageMetadata batch) {
    long in = batch.count(IngestCounters.DOCUMENTS);
    StageMetadata divided = stages.get(Stage.DEDUP);
    return new AdditionFigures.Documents(
        in,
        batch.count(IngestCounters.TEXT_BYTES),
        batch.count(IngestCounters.MALFORMED),
        batch.count(IngestCounters.REPEATED_IDS),
        Part.of(
            stages.get(Stage.SHINGLE_SORT).count(ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES),
            in),
        divided.count(DedupCounters.DOCUMENTS_KEPT),
        AdditionFigures.Removed.of(
            divided.count(DedupCounters.DOCUMENTS_REMOVED),
            in,
            divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES)));
  }

  private AdditionFigures.Whole whole(Corpus corpus, long removed) {
    long withoutShingles =
        stages.get(Stage.DEDUP).count(DedupCounters.REMOVED_WITHOUT_SHINGLES)
            + (parent == null ? 0 : parent.count(CollectionIndex.REMOVED_WITHOUT_SHINGLES));
    long all = removed + withoutShingles;
    return new AdditionFigures.Whole(
        corpus.documents(),
        corpus.documents() - all,
        AdditionFigures.Removed.of(all, corpus.documents(), withoutShingles));
  }
}
