package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the buckets of an index that new documents fall into, and lists the pairs there that have a
 * new document. First the twins, which decide what columns are ordinary, then the bands.
 *
 * @param twins folders of the stored runs of twins, oldest first
 * @param bands folders of the stored runs of bands, as many
 * @param firstMerged stored runs from this one on become part of the new runs
 */
record BatchBuckets(List<Path> twins, List<Path> bands, int firstMerged) {

  /** Returns the buckets of a collection, which stays what it is. */
  static BatchBuckets of(CollectionIndex index) {
    return new BatchBuckets(index.twins(), index.bands(), index.twins().size());
  }

  /**
   * Writes the buckets as an output of stage 2.
   *
   * @param corpus of all documents, with the new ones
   * @param signatures of the new documents
   * @param signed their metadata
   * @param runs a folder for the new runs
   * @param closing the closing line of progress
   */
  void find(
      StageContext context,
      Corpus corpus,
      Path signatures,
      StageMetadata signed,
      Path runs,
      Path buckets,
      String closing)
      throws IOException {
    StageOutput output = context.newOutput(buckets, Stage.BAND_BUCKET);
    FileSystem fs = buckets.getFileSystem(context.conf());
    long columns = signed.count(ShingleSortCounters.SIGNATURES);
    Path ofTwins = output.work("twins");
    new IndexJob(context, true, twins)
        .add(signatures, columns, Optional.empty(), firstMerged, ofTwins);
    IndexJob.moveRun(fs, ofTwins, new Path(runs, CollectionIndex.TWINS));
    ColumnSet notOrdinary = IndexJob.others(context.conf(), ofTwins, output.work("not-ordinary"));
    new IndexJob(context, false, bands)
        .add(
            signatures,
            columns,
            notOrdinary.columns() == 0 ? Optional.empty() : Optional.of(notOrdinary),
            firstMerged,
            output.path());
    IndexJob.moveRun(fs, output.path(), new Path(runs, CollectionIndex.BANDS));
    IndexJob.moveTwins(fs, ofTwins, output.path());
    context.balance(
        "signatures of new documents, once for each index, and signatures read",
        2 * columns,
        context.count(IndexCounters.SIGNATURES));
    context.complete(
        output,
        Stage.BAND_BUCKET,
        corpus.identity(),
        Facts.of(signed)
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size()),
        closing);
  }
}
