package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Adds a batch to a collection: ingests it, signs only its documents, finds their candidates in the
 * stored index, compares only pairs that have a new document, and brings the clusters up to date.
 * The result is a new generation. Until it is published, the collection is what it was before.
 */
public final class Addition {

  private static final String VERB = "add";
  private static final int STEPS = 7;
  private static final int MAX_RUNS_OF_PAIRS = 8;

  private final CollectionWriter writer;
  private final Configuration conf;
  private final CollectionIndex parent; // null for the first batch
  private Corpus corpus; // all documents, with the new ones
  private Corpus batch; // the new documents
  private final Path signatures;
  private StageMetadata signed;
  private int firstMerged; // stored runs of the index from this one on become part of the new run

  private Addition(CollectionWriter writer) {
    this.writer = writer;
    this.conf = writer.conf();
    this.parent = writer.parent();
    this.signatures = writer.work(Stage.SHINGLE_SORT);
    writer.setSteps(STEPS);
  }

  /**
   * Adds files to a collection, which is made if it does not exist.
   *
   * @param conf the user's configuration; keys that are not set have the values of the collection
   * @param progress where progress lines go
   * @param inputs files and folders of documents
   * @param batchName the name of the batch, null for {@code batch-} and its position
   * @return what was done
   * @throws UsageException if the collection was made with another configuration or has changed, if
   *     it has a batch of that name or with one of the files, if another run is writing to it, or
   *     if its file system cannot publish exclusively
   */
  public static AddedBatch run(
      Configuration conf,
      PrintStream progress,
      List<Path> inputs,
      Path collection,
      String batchName)
      throws IOException {
    requireFit(conf, inputs, CollectionWriter.requireWritable(conf, collection));
    try (CollectionWriter writer = CollectionWriter.open(conf, progress, collection, VERB)) {
      return new Addition(writer).add(inputs, batchName);
    }
  }

  private static void requireFit(Configuration conf, List<Path> inputs, Path collection)
      throws IOException {
    if (HadoopSettings.of(conf).get(Keys.VERIFY_MODE).equals("none")) {
      throw new UsageException(Keys.VERIFY_MODE + "=none: a collection needs verified pairs");
    }
    for (Path input : inputs) {
      Path full = input.getFileSystem(conf).makeQualified(new Path(input.toString()));
      if (StageFolder.isWithin(collection, full)) {
        throw new UsageException("collection " + collection + " is inside input " + full);
      }
      if (StageFolder.isWithin(full, collection)) {
        throw new UsageException("input " + full + " is inside the collection " + collection);
      }
    }
  }

  private AddedBatch add(List<Path> inputs, String batchName) throws IOException {
    ingest(inputs, batchName);
    try (StageContext context = writer.nextStep(Stage.SHINGLE_SORT.verb())) {
      signed = ShingleSortStage.run(context, batch, signatures);
    }
    Path buckets = writer.work(Stage.BAND_BUCKET);
    try (StageContext context = writer.nextStep("index")) {
      index(context, buckets);
    }
    Path candidates = writer.work(Stage.CANDIDATE_LIST);
    try (StageContext context = writer.nextStep(Stage.CANDIDATE_LIST.verb())) {
      CandidateListStage.run(context, buckets, candidates);
    }
    Path pairs = writer.work(Stage.VERIFY);
    StageMetadata verified;
    try (StageContext context = writer.nextStep(Stage.VERIFY.verb())) {
      VerifyInput input =
          new VerifyInput(corpus, allSignatures(), shingles(), batch.firstColumn(), parent != null);
      verified = VerifyStage.run(context, input, candidates, pairs);
    }
    List<Path> allPairs = new ArrayList<>(parent == null ? List.of() : parent.pairs());
    allPairs.add(pairs);
    ClusterUpdate clusters = new ClusterUpdate(writer);
    try (StageContext context = writer.nextStep(Stage.CLUSTER.verb())) {
      clusters.run(context, corpus, allPairs, pairs, new ColumnBits());
    }
    Path changed = writer.work("changes");
    writer.fileSystem().mkdirs(changed);
    BatchChanges changes =
        new BatchChanges(
            conf,
            parent == null ? null : parent.decisions(),
            clusters.clusters(),
            batch.firstColumn());
    changes.write(changed);
    Path removedBy = new Path(changed, DedupStage.REMOVED_BY);
    StageMetadata divided;
    try (StageContext context = writer.nextStep(Stage.DEDUP.verb())) {
      divided =
          DedupStage.runOnBatch(
              context,
              batch,
              clusters.clusters(),
              new DedupStage.Removals(removedBy, changes.newRemoved()),
              writer.work(Stage.DEDUP));
    }
    for (Path temporary : List.of(buckets, candidates, removedBy)) {
      writer.fileSystem().delete(temporary, true);
    }
    Generation generation = publish(mergePairs(allPairs), clusters, divided);
    return new AddedBatch(
        writer.collection(),
        generation,
        corpus.batches().get(corpus.batches().size() - 1).metadata(),
        verified,
        divided,
        changes.nowRemoved(),
        changes.nowKept(),
        changes.reassigned(),
        writer.work());
  }

  private void ingest(List<Path> inputs, String batchName) throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>(parent == null ? List.of() : parent.batches(conf));
    try (StageContext context = writer.nextStep(Stage.INGEST.verb())) {
      Path folder = writer.work(Stage.INGEST);
      batches.add(
          IngestStage.run(context, inputs, folder, writer.collection(), batches, batchName));
    }
    Optional<ColumnSet> dropped = parent == null ? Optional.empty() : parent.dropped();
    corpus = Corpus.of(conf, writer.collection(), batches, dropped);
    batch = corpus.lastBatch(conf);
  }

  /** Adds the new signatures to the index, and lists the pairs of new documents. */
  private void index(StageContext context, Path buckets) throws IOException {
    long columns = signed.count(ShingleSortCounters.SIGNATURES);
    List<Path> twins = parent == null ? List.of() : parent.twins();
    List<Path> bands = parent == null ? List.of() : parent.bands();
    firstMerged = RunSizes.firstMerged(RunSizes.of(conf, twins), columns);
    long stored = parent == null ? 0 : parent.count(CollectionIndex.DOCUMENTS);
    new BatchBuckets(twins, bands, firstMerged)
        .find(
            context,
            corpus,
            signatures,
            signed,
            writer.work(),
            buckets,
            Quantity.of(columns, "document")
                + " added to an index of "
                + Quantity.of(stored, "document"));
  }

  private List<Path> allSignatures() {
    List<Path> all = new ArrayList<>(parent == null ? List.of() : parent.signatures());
    all.add(signatures);
    return all;
  }

  private long shingles() {
    return signed.count(ShingleSortCounters.SHINGLE_OCCURRENCES)
        + (parent == null ? 0 : parent.count(CollectionIndex.SHINGLES));
  }

  /** Merges the last runs of pairs, if there are many; returns all runs. */
  private List<Path> mergePairs(List<Path> runs) throws IOException {
    if (runs.size() <= MAX_RUNS_OF_PAIRS) {
      return runs;
    }
    List<Long> sizes = new ArrayList<>();
    for (Path run : runs) {
      sizes.add(new StageFolder(conf, run).require(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT));
    }
    int last = runs.size() - 1;
    int first = Math.min(last - 1, RunSizes.firstMerged(sizes.subList(0, last), sizes.get(last)));
    Path merged = writer.work("merged-pairs");
    try (StageContext context = writer.sameStep("merge of pairs")) {
      PairMerge.run(context, corpus, runs.subList(first, runs.size()), merged);
    }
    writer.fileSystem().delete(runs.get(last), true);
    List<Path> all = new ArrayList<>(runs.subList(0, first));
    all.add(merged);
    return all;
  }

  private Generation publish(List<Path> pairs, ClusterUpdate clusters, StageMetadata divided)
      throws IOException {
    List<Generation.Batch> batches = new ArrayList<>();
    for (Corpus.Batch one : corpus.batches()) {
      batches.add(
          new Generation.Batch(
              one.name(),
              writer.relative(one.folder()),
              one.firstColumn(),
              one.metadata().columns()));
    }
    Generation.Index index =
        new Generation.Index(
            writer.relative(allSignatures()),
            runs(parent == null ? List.of() : parent.twins(), CollectionIndex.TWINS),
            runs(parent == null ? List.of() : parent.bands(), CollectionIndex.BANDS),
            writer.relative(pairs),
            writer.relative(clusters.decisions()),
            writer.relative(writer.work(Stage.DEDUP)));
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put(CollectionIndex.DOCUMENTS, corpus.documents());
    counts.put(CollectionIndex.SHINGLES, shingles());
    counts.put(CollectionIndex.REMOVED, clusters.removed());
    counts.put(
        CollectionIndex.REMOVED_WITHOUT_SHINGLES,
        divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES)
            + (parent == null ? 0 : parent.count(CollectionIndex.REMOVED_WITHOUT_SHINGLES)));
    if (parent != null) {
      counts.put(CollectionIndex.DROPPED_BYTES, parent.count(CollectionIndex.DROPPED_BYTES));
    }
    return writer.publish(
        VERB,
        batches,
        parent == null ? null : parent.generation().tombstones(),
        new TreeMap<>(divided.deciding()),
        new TreeMap<>(divided.provenance()),
        index,
        counts);
  }

  private List<String> runs(List<Path> stored, String name) {
    List<Path> runs = new ArrayList<>(stored.subList(0, firstMerged));
    runs.add(writer.work(name));
    return writer.relative(runs);
  }
}
