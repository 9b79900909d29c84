package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.generation.Publication;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.Facts;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.OrphanedJobs;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage6dedup.DedupCounters;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Adds a batch to a collection: ingests it, signs only its documents, finds their candidates in the
 * stored index, compares only pairs that have a new document, and brings the clusters up to date.
 * The result is a new generation. Until it is published, the collection is what it was before.
 */
public final class Addition {

  /** The verb in the mark of a collection. */
  public static final String COLLECTION = "collection";

  /** The verb. */
  static final String VERB = "add";

  private static final int STEPS = 7;
  private static final int MAX_RUNS_OF_PAIRS = 8;
  private static final String TOUCHED = "touched";

  private final Configuration conf;
  private final PrintStream progress;
  private final OwnedFolder folder;
  private final CollectionIndex parent; // null for the first batch
  private final Path work;
  private final FileSystem fs;
  private int step;

  private Addition(
      Configuration conf,
      PrintStream progress,
      OwnedFolder folder,
      CollectionIndex parent,
      Path work)
      throws IOException {
    this.conf = conf;
    this.progress = progress;
    this.folder = folder;
    this.parent = parent;
    this.work = work;
    this.fs = folder.path().getFileSystem(conf);
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
    FileSystem fs = collection.getFileSystem(conf);
    Path path = fs.makeQualified(new Path(collection.toString()));
    requireFit(conf, inputs, path);
    Publication.requireExclusive(fs, path);
    try (OwnedFolder folder = OwnedFolder.take(conf, path, COLLECTION, progress)) {
      CollectionIndex parent = CollectionIndex.newest(conf, path).orElse(null);
      Configuration inherited = new Configuration(conf);
      if (parent != null) {
        inherit(inherited, parent);
        requireFiles(fs, parent);
      }
      WorkFolders works = new WorkFolders(conf, folder);
      works.deleteLeftovers();
      Path work = works.newFolder();
      boolean published = false;
      try {
        AddedBatch added =
            new Addition(inherited, progress, folder, parent, work).add(inputs, batchName);
        published = true;
        return added;
      } finally {
        if (!published) {
          fs.delete(work, true);
        }
      }
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

  /** Sets the keys of a collection, unless they are set to the same value. */
  static void inherit(Configuration conf, CollectionIndex parent) throws IOException {
    Generation generation = parent.generation();
    StageFolder.inherit(
        conf,
        parent.collection(),
        new StageMetadata(
            Stage.DEDUP.verb(),
            "",
            "",
            new TreeMap<>(),
            generation.settings(),
            generation.provenance(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            0,
            new TreeMap<>()));
  }

  /** Checks that the files of a generation are as they were written. */
  static void requireFiles(FileSystem fs, CollectionIndex index) throws IOException {
    for (NamedFile file : index.generation().files()) {
      file.require(fs, index.collection());
    }
  }

  private AddedBatch add(List<Path> inputs, String batchName) throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>(parent == null ? List.of() : parent.batches(conf));
    try (StageContext context = context("ingest")) {
      batches.add(IngestStage.run(context, inputs, new Path(work, "corpus"), batches, batchName));
    }
    Optional<ColumnSet> dropped =
        parent == null
            ? Optional.empty()
            : Corpus.open(conf, parent.collection(), parent.generation()).dropped();
    Corpus corpus = Corpus.of(conf, folder.path(), batches, dropped);
    Corpus batch = corpus.lastBatch(conf);
    Path signatures = new Path(work, Stage.SHINGLE_SORT.folder());
    StageMetadata signed;
    try (StageContext context = context(Stage.SHINGLE_SORT.verb())) {
      signed = ShingleSortStage.run(context, batch, signatures);
    }
    int firstMerged =
        parent == null
            ? 0
            : RunSizes.firstMerged(
                RunSizes.of(conf, parent.twins()), signed.count(ShingleSortCounters.SIGNATURES));
    Path buckets = new Path(work, Stage.BAND_BUCKET.folder());
    try (StageContext context = context("index")) {
      index(context, corpus, signatures, signed, firstMerged, buckets);
    }
    Path candidates = new Path(work, Stage.CANDIDATE_LIST.folder());
    try (StageContext context = context(Stage.CANDIDATE_LIST.verb())) {
      CandidateListStage.run(context, buckets, candidates);
    }
    List<Path> allSignatures = new ArrayList<>(parent == null ? List.of() : parent.signatures());
    allSignatures.add(signatures);
    long shingles =
        signed.count(ShingleSortCounters.SHINGLE_OCCURRENCES)
            + (parent == null ? 0 : parent.count(CollectionIndex.SHINGLES));
    Path pairs = new Path(work, Stage.VERIFY.folder());
    StageMetadata verified;
    try (StageContext context = context(Stage.VERIFY.verb())) {
      VerifyInput input =
          new VerifyInput(corpus, allSignatures, shingles, batch.firstColumn(), parent != null);
      verified = VerifyStage.run(context, input, candidates, pairs);
    }
    Path clusters = new Path(work, Stage.CLUSTER.folder());
    Decisions decisions;
    try (StageContext context = context(Stage.CLUSTER.verb())) {
      decisions =
          parent == null
              ? cluster(context, corpus, pairs, clusters)
              : clusterTouched(context, corpus, pairs, clusters);
    }
    Path changed = new Path(work, "changes");
    fs.mkdirs(changed);
    BatchChanges changes =
        new BatchChanges(
            conf, parent == null ? null : parent.decisions(), clusters, batch.firstColumn());
    changes.write(changed);
    Path dedup = new Path(work, Stage.DEDUP.folder());
    StageMetadata divided;
    try (StageContext context = context(Stage.DEDUP.verb())) {
      DedupStage.Removals removals =
          new DedupStage.Removals(new Path(changed, DedupStage.REMOVED_BY), changes.newRemoved());
      divided = DedupStage.runOnBatch(context, batch, clusters, removals, dedup);
    }
    List<Path> allPairs = mergePairs(corpus, pairs);
    for (Path temporary : List.of(buckets, candidates, new Path(work, TOUCHED))) {
      fs.delete(temporary, true);
    }
    fs.delete(new Path(changed, DedupStage.REMOVED_BY), false); // it is in 6-dedup too
    Generation generation =
        generation(corpus, allSignatures, firstMerged, allPairs, shingles, decisions, divided);
    Publication.publish(conf, folder, work, generation);
    return new AddedBatch(
        folder.path(),
        generation,
        batches.get(batches.size() - 1).metadata(),
        verified,
        divided,
        changes.nowRemoved(),
        changes.nowKept(),
        changes.reassigned(),
        work);
  }

  /**
   * The decisions on all documents.
   *
   * @param folder of them
   * @param removed how many documents are removed for others
   */
  private record Decisions(Path folder, long removed) {}

  /** Decides on all documents. */
  private static Decisions cluster(StageContext context, Corpus corpus, Path pairs, Path clusters)
      throws IOException {
    StageMetadata made = ClusterStage.run(context, corpus, pairs, clusters);
    return new Decisions(ClusterStage.decisions(clusters), made.count(ClusterCounters.REMOVED));
  }

  /** Decides on the documents of the clusters that have a new pair. */
  private Decisions clusterTouched(StageContext context, Corpus corpus, Path pairs, Path clusters)
      throws IOException {
    TouchedClusters touched = new TouchedClusters(conf, parent.decisions(), parent.pairs(), pairs);
    Path columns = new Path(work, TOUCHED + "/columns");
    Path pairsOfThem = new Path(work, TOUCHED + "/pairs");
    touched.writeColumns(columns);
    try (StageContext writing = context("pairs of clusters")) {
      step--;
      touched.writePairs(writing, corpus, pairsOfThem);
    }
    ClusterStage.run(context, corpus.only(columns), pairsOfThem, clusters);
    Path decisions = new Path(work, "decisions");
    return new Decisions(
        decisions, touched.writeDecisions(ClusterStage.decisions(clusters), decisions));
  }

  /** Merges the last runs of pairs with the new pairs, if there are many; returns all runs. */
  private List<Path> mergePairs(Corpus corpus, Path pairs) throws IOException {
    List<Path> runs = new ArrayList<>(parent == null ? List.of() : parent.pairs());
    runs.add(pairs);
    if (runs.size() <= MAX_RUNS_OF_PAIRS) {
      return runs;
    }
    List<Long> sizes = new ArrayList<>();
    for (Path run : runs) {
      sizes.add(new StageFolder(conf, run).require(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT));
    }
    int last = runs.size() - 1;
    int first = Math.min(last - 1, RunSizes.firstMerged(sizes.subList(0, last), sizes.get(last)));
    Path merged = new Path(work, "merged-pairs");
    try (StageContext context = context("merge of pairs")) {
      PairMerge.run(context, corpus, runs.subList(first, runs.size()), merged);
    }
    fs.delete(pairs, true);
    runs.subList(first, runs.size()).clear();
    runs.add(merged);
    return runs;
  }

  /** Adds the new signatures to the index, and lists the pairs of new documents. */
  private void index(
      StageContext context,
      Corpus corpus,
      Path signatures,
      StageMetadata signed,
      int firstMerged,
      Path buckets)
      throws IOException {
    StageOutput output = context.newOutput(buckets, Stage.BAND_BUCKET);
    long columns = signed.count(ShingleSortCounters.SIGNATURES);
    Path ofTwins = output.work("twins");
    new IndexJob(context, true, parent == null ? List.of() : parent.twins())
        .add(signatures, columns, Optional.empty(), firstMerged, ofTwins);
    IndexJob.moveRun(fs, ofTwins, new Path(work, "twins"));
    ColumnSet notOrdinary =
        IndexJob.notOrdinary(context.conf(), ofTwins, output.work("not-ordinary"));
    new IndexJob(context, false, parent == null ? List.of() : parent.bands())
        .add(
            signatures,
            columns,
            notOrdinary.columns() == 0 ? Optional.empty() : Optional.of(notOrdinary),
            firstMerged,
            output.path());
    IndexJob.moveRun(fs, output.path(), new Path(work, "bands"));
    IndexJob.moveTwins(fs, ofTwins, output.path());
    context.complete(
        output,
        Stage.BAND_BUCKET,
        corpus.identity(),
        Facts.of(signed)
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size()),
        Quantity.of(columns, "document")
            + " added to an index of "
            + Quantity.of(context.count(IndexCounters.ENTRIES_READ), "entry", "entries"));
  }

  private Generation generation(
      Corpus corpus,
      List<Path> signatures,
      int firstMerged,
      List<Path> pairs,
      long shingles,
      Decisions decisions,
      StageMetadata divided)
      throws IOException {
    Path collection = folder.path();
    List<Generation.Batch> batches = new ArrayList<>();
    for (Corpus.Batch batch : corpus.batches()) {
      batches.add(
          new Generation.Batch(
              batch.name(),
              relative(batch.folder()),
              batch.firstColumn(),
              batch.metadata().columns()));
    }
    Generation.Index index =
        new Generation.Index(
            signatures.stream().map(this::relative).toList(),
            runs(parent == null ? List.of() : parent.twins(), firstMerged, "twins"),
            runs(parent == null ? List.of() : parent.bands(), firstMerged, "bands"),
            pairs.stream().map(this::relative).toList(),
            relative(decisions.folder()),
            relative(new Path(work, Stage.DEDUP.folder())));
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put("DOCUMENTS", corpus.documents());
    counts.put(CollectionIndex.SHINGLES, shingles);
    counts.put("REMOVED", decisions.removed());
    counts.put(
        "REMOVED_WITHOUT_SHINGLES",
        divided.count(DedupCounters.REMOVED_WITHOUT_SHINGLES)
            + (parent == null ? 0 : parent.count("REMOVED_WITHOUT_SHINGLES")));
    int number = parent == null ? 1 : parent.generation().number() + 1;
    return Generation.now(
        number,
        number == 1 ? null : Generations.of(conf, collection).hash(number - 1),
        VERB,
        batches,
        parent == null ? null : parent.generation().tombstones(),
        new TreeMap<>(divided.deciding()),
        new TreeMap<>(divided.provenance()),
        index,
        counts,
        NamedFiles.of(fs, collection, parent, index, batches, work));
  }

  private List<String> runs(List<Path> stored, int firstMerged, String name) {
    List<Path> runs = new ArrayList<>(stored.subList(0, firstMerged));
    runs.add(new Path(work, name));
    return runs.stream().map(this::relative).toList();
  }

  private String relative(Path path) {
    return path.toString().substring(folder.path().toString().length() + 1);
  }

  private StageContext context(String name) throws IOException {
    step++;
    Configuration marked = new Configuration(conf);
    OrphanedJobs.mark(marked, folder.path());
    return StageContext.ofPipeline(
        marked, progress, "[" + step + "/" + STEPS + "] " + name + ":", folder);
  }
}
