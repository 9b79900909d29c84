package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.OrphanedJobs;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes the files of a generation as a run from scratch writes them: candidate lists, pairs,
 * clusters and the collection without near-duplicates. The candidates are made again from the
 * index; the pairs are those that were stored.
 */
public final class CollectionExport {

  private static final int STEPS = 4;

  private final Configuration conf;
  private final PrintStream progress;
  private final CollectionIndex index;
  private final OwnedFolder folder;
  private int step;

  private CollectionExport(
      Configuration conf, PrintStream progress, CollectionIndex index, OwnedFolder folder) {
    this.conf = conf;
    this.progress = progress;
    this.index = index;
    this.folder = folder;
  }

  /**
   * Exports a generation.
   *
   * @param collection {@code COLLECTION} or {@code COLLECTION@N}
   * @param output a folder that does not exist or is empty, or one to be overwritten
   * @param overwrite whether results of a pipeline or an export there are replaced
   * @throws UsageException if the collection has changed, or was made with another configuration,
   *     or if the output may not be written
   */
  public static void run(
      Configuration conf, PrintStream progress, String collection, Path output, boolean overwrite)
      throws IOException {
    CollectionPath path = CollectionPath.of(conf, collection);
    CollectionIndex index = new CollectionIndex(path.path(), path.read(conf));
    Configuration inherited = new Configuration(conf);
    CollectionWriter.inherit(inherited, index);
    requireFree(conf, path.path(), output, overwrite);
    CollectionWriter.requireFiles(path.path().getFileSystem(conf), index);
    try (OwnedFolder folder = OwnedFolder.take(inherited, output, OwnedFolder.PIPELINE, progress)) {
      requireFree(conf, path.path(), output, overwrite); // now that nobody else changes it
      folder.clear();
      new CollectionExport(inherited, progress, index, folder).export();
    }
  }

  private static void requireFree(
      Configuration conf, Path collection, Path output, boolean overwrite) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    Path path = fs.makeQualified(new Path(output.toString()));
    if (StageFolder.isWithin(path, collection)) {
      throw new UsageException("output " + path + " is inside the collection " + collection);
    }
    OwnedFolder.State state = OwnedFolder.requireFree(fs, path, OwnedFolder.PIPELINE);
    if (state == OwnedFolder.State.OURS && !overwrite && !OwnedFolder.isEmpty(fs, path)) {
      throw new UsageException(path + " exists; --overwrite replaces it, or name another output");
    }
  }

  private void export() throws IOException {
    Corpus corpus = Corpus.open(conf, index.collection(), index.generation());
    Path buckets = folder(Stage.BAND_BUCKET);
    try (StageContext context = context(Stage.CANDIDATE_LIST)) {
      list(context, corpus, buckets);
    }
    try (StageContext context = context(Stage.CANDIDATE_LIST)) {
      CandidateListStage.run(context, buckets, folder(Stage.CANDIDATE_LIST));
    }
    step++;
    FileSystem fs = buckets.getFileSystem(conf);
    fs.delete(buckets, true); // they list the same pairs, but in other lines
    try (StageContext context = context(Stage.VERIFY)) {
      VerifyInput input =
          new VerifyInput(
              corpus, index.signatures(), index.count(CollectionIndex.SHINGLES), 0, false);
      PairMerge.run(
          context, input, index.pairs(), folder(Stage.CANDIDATE_LIST), folder(Stage.VERIFY));
    }
    step++;
    try (StageContext context = context(Stage.CLUSTER)) {
      ClusterStage.run(context, corpus, folder(Stage.VERIFY), folder(Stage.CLUSTER));
    }
    step++;
    try (StageContext context = context(Stage.DEDUP)) {
      DedupStage.run(context, corpus, folder(Stage.CLUSTER), folder(Stage.DEDUP));
    }
  }

  /** Lists all pairs of the index. */
  private void list(StageContext context, Corpus corpus, Path buckets) throws IOException {
    StageOutput output = context.newOutput(buckets, Stage.BAND_BUCKET);
    FileSystem fs = buckets.getFileSystem(conf);
    Path nothing = IndexJob.noSignatures(fs, output.work("nothing"));
    Path ofTwins = output.work("twins");
    new IndexJob(context, true, index.twins()).list(nothing, ofTwins);
    new IndexJob(context, false, index.bands()).list(nothing, output.path());
    IndexJob.moveRun(fs, output.path(), output.work("run")); // an empty one
    IndexJob.moveTwins(fs, ofTwins, output.path());
    context.complete(
        output,
        Stage.BAND_BUCKET,
        corpus.identity(),
        Facts.none()
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size())
            .with(
                Fact.SLOTS, context.settings().get(Keys.BANDS) * context.settings().get(Keys.ROWS)),
        Quantity.of(context.count(IndexCounters.ENTRIES_READ), "entry", "entries"));
  }

  private Path folder(Stage stage) {
    return new Path(folder.path(), stage.folder());
  }

  private StageContext context(Stage stage) throws IOException {
    Configuration marked = new Configuration(conf);
    OrphanedJobs.mark(marked, folder.path());
    return StageContext.ofPipeline(
        marked, progress, "[" + (step + 1) + "/" + STEPS + "] " + stage.verb() + ":", folder);
  }
}
