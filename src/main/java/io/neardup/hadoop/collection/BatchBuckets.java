package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
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
 * new document. Twins decide which columns are ordinary and so have entries in bands. As long as
 * all are, one job does both; else a job for twins comes first.
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
    long columns = signed.count(ShingleSortCounters.SIGNATURES);
    if (!areAllOrdinary(context) || !findAtOnce(context, signatures, columns, runs, output)) {
      findOneAfterTheOther(context, signatures, columns, runs, output);
    }
    context.complete(
        output,
        Stage.BAND_BUCKET,
        corpus.identity(),
        Facts.of(signed)
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size()),
        closing);
  }

  /** Returns whether each stored column is in the bands; false if there are none. */
  private boolean areAllOrdinary(StageContext context) throws IOException {
    long columns = sum(context, twins);
    return columns > 0 && sum(context, bands) == columns * context.settings().getInt(Keys.BANDS);
  }

  private static long sum(StageContext context, List<Path> runs) throws IOException {
    return RunSizes.of(context.conf(), runs).stream().mapToLong(Long::longValue).sum();
  }

  /** Finds the buckets as if all new columns were ordinary; returns whether they are. */
  private boolean findAtOnce(
      StageContext context, Path signatures, long columns, Path runs, StageOutput output)
      throws IOException {
    FileSystem fs = runs.getFileSystem(context.conf());
    long before = context.count(IndexCounters.SIGNATURES);
    IndexJob.ofBoth(context, twins, bands)
        .add(signatures, columns, Optional.empty(), firstMerged, output.path());
    balance(context, columns, before);
    if (IndexJob.others(context.conf(), output.path(), output.work("others")).columns() > 0) {
      fs.delete(output.path(), true);
      return false;
    }
    IndexJob.moveRun(fs, IndexTable.TWINS, output.path(), new Path(runs, CollectionIndex.TWINS));
    IndexJob.moveRun(fs, IndexTable.BANDS, output.path(), new Path(runs, CollectionIndex.BANDS));
    return true;
  }

  private void findOneAfterTheOther(
      StageContext context, Path signatures, long columns, Path runs, StageOutput output)
      throws IOException {
    FileSystem fs = runs.getFileSystem(context.conf());
    long before = context.count(IndexCounters.SIGNATURES);
    Path ofTwins = output.work("twins");
    IndexJob.of(context, IndexTable.TWINS, twins)
        .add(signatures, columns, Optional.empty(), firstMerged, ofTwins);
    IndexJob.moveRun(fs, IndexTable.TWINS, ofTwins, new Path(runs, CollectionIndex.TWINS));
    ColumnSet notOrdinary = IndexJob.others(context.conf(), ofTwins, output.work("not-ordinary"));
    IndexJob.of(context, IndexTable.BANDS, bands)
        .add(
            signatures,
            columns,
            notOrdinary.columns() == 0 ? Optional.empty() : Optional.of(notOrdinary),
            firstMerged,
            output.path());
    balance(context, 2 * columns, before);
    IndexJob.moveRun(fs, IndexTable.BANDS, output.path(), new Path(runs, CollectionIndex.BANDS));
    IndexJob.moveTwins(fs, ofTwins, output.path());
  }

  private static void balance(StageContext context, long columns, long before) throws IOException {
    context.balance(
        "signatures of new documents, once for each job, and signatures read",
        columns,
        context.count(IndexCounters.SIGNATURES) - before);
  }
}
