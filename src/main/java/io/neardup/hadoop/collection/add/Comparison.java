package io.neardup.hadoop.collection.add;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.ExistingOutput;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage0ingest.BatchTarget;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage5cluster.against.AgainstCounters;
import io.neardup.hadoop.stage5cluster.against.AgainstStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import io.neardup.hadoop.stage6dedup.DedupStage;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Compares an input with a generation of a collection: {@code pipeline --against}. The documents of
 * the input are signed, their candidates are found in the stored index, and only pairs that have
 * one of them are compared. The collection is only read; its lock is not taken.
 *
 * <p>All documents of the collection count as kept, also those that were removed. {@link
 * AgainstStage} says which documents of the input are removed.
 */
public final class Comparison {

  private static final FiguresFile<Figures> FILE =
      new FiguresFile<>(Results.AGAINST, Figures.class);

  private static final int STEPS = 7;

  private final Configuration ofIngest;
  private final Configuration conf; // without the keys of ingest
  private final Stages stages;
  private final OwnedFolder folder;
  private final CollectionIndex index;

  private Comparison(
      Configuration conf, PrintStream progress, OwnedFolder folder, CollectionIndex index) {
    this.ofIngest = conf;
    this.conf = HadoopSettings.withoutKeysOfIngest(conf);
    this.conf.setBoolean(Verification.PASSAGES, HadoopSettings.of(this.conf).isOfContainment());
    this.stages = new Stages(this.conf, progress, folder, STEPS);
    this.folder = folder;
    this.index = index;
  }

  /**
   * Compares files with a collection.
   *
   * @param conf the user's; keys that are not set get the values of the collection
   * @param collection {@code COLLECTION} or {@code COLLECTION@N}
   * @param overwrite whether an output of {@code pipeline} may be replaced
   * @throws UsageException if the collection was made with another configuration or has changed, if
   *     the output may not be written, or if one of the folders is inside another
   */
  public static Result run(
      Configuration conf,
      PrintStream progress,
      String collection,
      List<Path> inputs,
      Path output,
      boolean overwrite)
      throws IOException {
    Settings settings = HadoopSettings.of(conf);
    if (settings.get(Keys.VERIFY_MODE).equals("none")) {
      throw new UsageException(
          Keys.VERIFY_MODE + "=none: a comparison with a collection needs verified pairs");
    }
    CollectionPath path = CollectionPath.of(conf, collection);
    Path full = OutputPath.full(conf, output);
    requireNoCorpus(conf, inputs);
    List<Path> read = new ArrayList<>(inputs);
    read.add(path.path());
    Existing existing = overwrite ? Existing.OVERWRITE : Existing.REFUSE;
    ExistingOutput.requireFit(conf, read, full, existing, false);
    CollectionIndex index = CollectionIndex.of(conf, path);
    Configuration inherited = index.use(conf);
    try (OwnedFolder folder = OwnedFolder.take(inherited, full, OwnedFolder.PIPELINE, progress)) {
      // It may have changed while another run held the lock.
      ExistingOutput.requireFit(conf, read, full, existing, false);
      Comparison comparison = new Comparison(inherited, progress, folder, index);
      Corpus corpus = comparison.ingest(inputs);
      boolean complete = false;
      try {
        Figures figures = comparison.compare(corpus);
        FILE.write(folder, figures);
        complete = true;
        return new Result(path, figures, full);
      } finally {
        if (!complete) {
          folder.clear();
        }
      }
    }
  }

  private static void requireNoCorpus(Configuration conf, List<Path> inputs) throws IOException {
    for (Path input : inputs) {
      Path full = OutputPath.full(conf, input);
      UsageException.require(
          !Corpus.isCorpus(conf, full),
          "input %s is a corpus; --against takes the files of documents",
          full);
    }
  }

  private Figures compare(Corpus corpus) throws IOException {
    Corpus input = corpus.lastBatch(conf);
    BatchPairs pairs = new BatchPairs(corpus, input, index, folder.path());
    StageMetadata signed = pairs.sign(stages);
    pairs.findBuckets(stages, signed, index.stored().twins().size(), "looked up in");
    pairs.list(stages);
    pairs.verify(stages, signed);
    Path clusters = path(Stage.CLUSTER);
    StageMetadata clustered =
        stages.run(
            Stage.CLUSTER,
            clusters,
            (context, out) -> {
              try (StageContext choice = stages.same(Stage.CLUSTER.verb())) {
                new AgainstStage(context, choice, corpus, input).run(path(Stage.VERIFY), out);
              }
            });
    StageMetadata divided =
        pairs.divide(
            stages,
            clusters,
            new Path(clusters, DedupStage.REMOVED_BY),
            clustered.count(ClusterCounters.REMOVED));
    FileSystem fs = folder.path().getFileSystem(conf);
    for (Stage temporary : List.of(Stage.SHINGLE_SORT, Stage.BAND_BUCKET, Stage.CANDIDATE_LIST)) {
      fs.delete(path(temporary), true);
    }
    return figures(input, clustered, divided);
  }

  /**
   * Ingests the input, in place of all that is in the output, and returns its documents behind
   * those of the collection.
   */
  private Corpus ingest(List<Path> inputs) throws IOException {
    Corpus collection = Corpus.open(conf, index.collection(), index.generation());
    collection.requireApart(conf, new OutputPath(conf, folder.path()));
    List<Corpus.Batch> batches = collection.batches();
    try (StageContext context = stages.next(ofIngest, Stage.INGEST.verb())) {
      // A corpus of its own: what it reads may be in the collection already.
      Corpus.Batch made =
          IngestStage.run(
              context,
              inputs,
              BatchTarget.replacing(
                  path(Stage.INGEST),
                  batches.get(batches.size() - 1),
                  batch -> {
                    behind(collection, batch); // throws if the batch does not fit
                    folder.clearBut(Stage.INGEST.folder());
                  }));
      return behind(collection, made);
    }
  }

  private Corpus behind(Corpus collection, Corpus.Batch batch) throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>(collection.batches());
    batches.add(new Corpus.Batch(batch.folder(), batch.metadata(), Corpus.columnsOf(batches)));
    return Corpus.of(conf, collection.path(), batches, collection.dropped());
  }

  private static Figures figures(Corpus input, StageMetadata clustered, StageMetadata divided) {
    long inCollection = clustered.count(AgainstCounters.IN_COLLECTION);
    long linked = clustered.count(AgainstCounters.LINKED_TO_COLLECTION);
    return new Figures(
        input.documents(),
        inCollection,
        linked,
        clustered.count(ClusterCounters.REMOVED) - inCollection - linked,
        divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES),
        divided.count(DedupCounters.DOCUMENTS_KEPT),
        divided.count(DedupCounters.UNREAD_KEPT));
  }

  private Path path(Stage stage) {
    return new Path(folder.path(), stage.folder());
  }

  /**
   * What {@code against.json} holds: how many documents of an input are in a collection already.
   *
   * @param documents documents of the input
   * @param inCollection those that make a pair with a document of the collection
   * @param linkedToCollection others that are removed because their component has such a document
   * @param removedForInput those that are removed for another document of the input
   * @param removedWithoutShingles those that are removed because they have no shingle
   * @param kept those that are kept
   * @param keptUnread records that were too long to be compared, and are kept; not among the
   *     documents
   */
  public record Figures(
      long documents,
      long inCollection,
      long linkedToCollection,
      long removedForInput,
      long removedWithoutShingles,
      long kept,
      long keptUnread) {}

  /**
   * What the comparison of an input with a collection has found.
   *
   * @param collection the generation that the input was compared with
   * @param figures what {@code against.json} holds
   * @param output the folder of the results
   */
  public record Result(CollectionPath collection, Figures figures, Path output) {

    /** Prints a summary. */
    public void print(PrintStream out) {
      SummaryRows rows = new SummaryRows(out, 18);
      rows.title("compared with " + collection);
      rows.add("documents", figures.documents(), "of the input");
      rows.add("in the collection", figures.inCollection(), "removed for a document of it");
      if (figures.linkedToCollection() > 0) {
        rows.add("linked to it", figures.linkedToCollection(), "in a cluster with such a document");
      }
      rows.add("repeated", figures.removedForInput(), "removed for another document of the input");
      if (figures.removedWithoutShingles() > 0) {
        rows.add("without shingles", figures.removedWithoutShingles(), "removed");
      }
      rows.add("kept", figures.kept(), "new");
      if (figures.keptUnread() > 0) {
        rows.add("kept unread", figures.keptUnread(), "too long to be compared");
      }
      out.println();
      for (Stage stage : List.of(Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)) {
        out.println("  " + new Path(output, stage.folder()));
      }
    }
  }
}
