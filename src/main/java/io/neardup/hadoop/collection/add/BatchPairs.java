package io.neardup.hadoop.collection.add;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * The pairs that have a document of a batch: its documents are signed, their candidates are found
 * in the stored index, and only these are compared.
 *
 * @param corpus the documents of the index, then those of the batch
 * @param batch its documents alone
 * @param index of the documents before it
 * @param folder of the outputs of stages 1 to 4
 */
record BatchPairs(Corpus corpus, Corpus batch, CollectionIndex index, Path folder) {

  Path path(Stage stage) {
    return new Path(folder, stage.folder());
  }

  StageMetadata sign(Stages stages) throws IOException {
    return stages.run(
        Stage.SHINGLE_SORT,
        path(Stage.SHINGLE_SORT),
        (context, output) -> ShingleSortStage.run(context, batch, output));
  }

  /**
   * Finds their buckets in the index.
   *
   * @param firstMerged stored runs from this one on become part of the new runs
   * @param done what is done with the documents, for progress: {@code added to}
   */
  StageMetadata findBuckets(Stages stages, StageMetadata signed, int firstMerged, String done)
      throws IOException {
    String added = Quantity.of(signed.count(ShingleSortCounters.SIGNATURES), "document");
    String indexed = Quantity.of(index.count(CollectionIndex.DOCUMENTS), "document");
    String closing = added + " " + done + " an index of " + indexed;
    return stages.run(
        Stage.BAND_BUCKET,
        "index",
        path(Stage.BAND_BUCKET),
        (context, output) ->
            index
                .stored()
                .add(
                    context,
                    corpus,
                    path(Stage.SHINGLE_SORT),
                    signed,
                    firstMerged,
                    output,
                    closing));
  }

  StageMetadata list(Stages stages) throws IOException {
    return stages.run(
        Stage.CANDIDATE_LIST,
        path(Stage.CANDIDATE_LIST),
        (context, output) -> CandidateListStage.run(context, path(Stage.BAND_BUCKET), output));
  }

  StageMetadata verify(Stages stages, StageMetadata signed) throws IOException {
    VerifyInput input =
        new VerifyInput(
            corpus,
            signatures(),
            path(Stage.CANDIDATE_LIST),
            shingles(signed, ShingleSortCounters.SHINGLE_OCCURRENCES),
            batch.firstColumn());
    return stages.run(
        Stage.VERIFY,
        path(Stage.VERIFY),
        (context, output) -> VerifyStage.run(context, input, output));
  }

  /**
   * Divides the documents into those kept and those removed.
   *
   * @param clusters the output of stage 5
   * @param removedBy the file of the removals, of so many lines
   */
  StageMetadata divide(Stages stages, Path clusters, Path removedBy, long removed)
      throws IOException {
    DedupStage.Removals removals = new DedupStage.Removals(removedBy, removed);
    return stages.run(
        Stage.DEDUP,
        path(Stage.DEDUP),
        (context, output) -> DedupStage.run(context, batch, clusters, removals, output));
  }

  /** Returns the folders of the signatures of all documents. */
  List<Path> signatures() {
    return index.stored().signaturesWith(path(Stage.SHINGLE_SORT));
  }

  /** Returns a count of stage 1 for all documents. */
  long shingles(StageMetadata signed, ShingleSortCounters counter) {
    return signed.count(counter) + index.count(counter);
  }
}
