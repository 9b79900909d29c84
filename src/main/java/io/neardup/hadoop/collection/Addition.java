package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.gate.Gates;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.StopShingleList;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.FiguresFile;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.OutputPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFile;
import io.neardup.hadoop.stage0ingest.BatchTarget;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Adds a batch to a collection: ingests it, signs only its documents, finds their candidates in the
 * stored index, compares only pairs that have a new document, and brings the clusters up to date.
 * The result is a new generation. Until it is published, the collection is what it was before.
 *
 * <p>The work folder has {@code _add.json} from the beginning, so that an addition that was killed
 * can be continued, and {@code summary.json} once everything but the generation is made.
 */
public final class Addition {

  /** The file of the figures, in the work folder. */
  static final FiguresFile<AdditionFigures> SUMMARY =
      new FiguresFile<>(SummaryFile.NAME, AdditionFigures.class);

  /** The verb of the generations that it makes. */
  static final String VERB = "add";

  private static final int STEPS = 7;

  /** Most runs of pairs; if there would be more, the last ones are merged by a job. */
  static final int MAX_RUNS_OF_PAIRS = 8;

  /** The fewest documents of which a collection's list of stop shingles is made. */
  private static final long MIN_SAMPLED = 10_000;

  private final CollectionWriter writer;
  private final Configuration conf;
  private final CollectionIndex parent; // null for the first batch
  private final AdditionRecord record;
  private final ResumableStages stages;
  private Corpus corpus; // all documents, with the new ones
  private Corpus batch; // the new documents
  private final Path signatures;
  private final Path buckets;
  private final Path candidates;
  private final Path pairs; // that have a new document
  private final Path changed;
  private final Path stopShingles;
  private StageMetadata signed;
  private StageMetadata divided;
  private int firstMerged; // stored runs of the index from this one on become part of the new run

  private Addition(CollectionWriter writer, AdditionRecord record, boolean resuming) {
    this.writer = writer;
    this.conf = writer.conf();
    this.parent = writer.parent();
    this.record = record;
    this.stages = new ResumableStages(writer, record, resuming);
    this.signatures = writer.work(Stage.SHINGLE_SORT);
    this.buckets = writer.work(Stage.BAND_BUCKET);
    this.candidates = writer.work(Stage.CANDIDATE_LIST);
    this.pairs = writer.work(Stage.VERIFY);
    this.changed = writer.work(BatchChanges.FOLDER);
    this.stopShingles = writer.work(StopShingleSearch.VERB);
    writer.setSteps(STEPS);
  }

  /**
   * Adds files to a collection, which is made if it does not exist.
   *
   * @param conf the user's configuration; keys that are not set have the values of the collection
   * @param progress where progress lines go
   * @param inputs files and folders of documents
   * @param batchName the name of the batch, null for {@code batch-} and its position
   * @param gates conditions on {@link AdditionFigures}; if one is crossed, nothing is published,
   *     and the addition can be resumed
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
      String batchName,
      Gates gates)
      throws IOException {
    List<Path> full = qualified(conf, inputs);
    requireFit(conf, full, CollectionWriter.requireWritable(conf, collection));
    try (CollectionWriter writer = CollectionWriter.open(conf, progress, collection, VERB)) {
      AdditionRecord record =
          AdditionRecord.of(conf, full, batchName, writer.parent(), gates.conditions());
      record.write(writer.folder(), writer.relative(writer.work()));
      return new Addition(writer, record, false).add(gates, false);
    }
  }

  /**
   * Continues the addition that was interrupted, or that crossed a condition, after its last
   * complete step.
   *
   * @param conf the user's configuration; keys that are not set have the values that they had when
   *     the addition began
   * @param inputs as they were then, or none
   * @param batchName as it was then, or null
   * @param gates conditions; if there are none, those that the addition began with
   * @param accepting whether the generation is published even if a condition is crossed
   * @return what was done
   * @throws UsageException if there is no such addition, if its complete steps were made with
   *     another configuration, or as {@link #run} does
   */
  public static AddedBatch resume(
      Configuration conf,
      PrintStream progress,
      List<Path> inputs,
      Path collection,
      String batchName,
      Gates gates,
      boolean accepting)
      throws IOException {
    List<Path> full = qualified(conf, inputs);
    requireFit(conf, full, CollectionWriter.requireWritable(conf, collection));
    try (CollectionWriter writer = CollectionWriter.resume(conf, progress, collection, VERB)) {
      AdditionRecord record = AdditionRecord.read(conf, writer.work()).orElseThrow();
      record.requireSame(full, batchName);
      return new Addition(writer, record.with(conf), true)
          .add(
              gates.isEmpty() ? Gates.of(record.conditions(), AdditionFigures.names()) : gates,
              accepting);
    }
  }

  private static List<Path> qualified(Configuration conf, List<Path> inputs) throws IOException {
    List<Path> full = new ArrayList<>();
    for (Path input : inputs) {
      // By its string: a path made from a URI keeps a slash at its end.
      full.add(input.getFileSystem(conf).makeQualified(new Path(input.toString())));
    }
    return full;
  }

  private static void requireFit(Configuration conf, List<Path> inputs, Path collection)
      throws IOException {
    Settings settings = HadoopSettings.of(conf);
    if (settings.get(Keys.VERIFY_MODE).equals("none")) {
      throw new UsageException(Keys.VERIFY_MODE + "=none: a collection needs verified pairs");
    }
    settings.requireJaccard("a collection");
    if (!settings.get(Keys.STOP_LIST).isEmpty()) {
      StopShingleSearch.requireLists(conf);
    }
    OutputPath output = new OutputPath(conf, collection);
    for (Path input : inputs) {
      output.requireApart(input);
    }
  }

  private AddedBatch add(Gates gates, boolean accepting) throws IOException {
    StageMetadata ingested = ingest();
    fixStopShingles();
    AdditionFigures figures = compare(ingested);
    PairRuns runs = pairRuns(figures.pairs().count());
    List<String> crossed = gates.crossed(figures);
    figures = figures.withCrossed(crossed);
    SUMMARY.write(writer.folder(), writer.relative(writer.work()), figures);
    Generation generation = null;
    if (crossed.isEmpty() || accepting) {
      deleteTemporaries(runs);
      generation = publish(runs.all(), figures);
    } else {
      writer.keepWork();
    }
    return new AddedBatch(writer.collection(), figures, generation, writer.work());
  }

  /** Makes all but the generation, and returns the figures. */
  private AdditionFigures compare(StageMetadata ingested) throws IOException {
    Map<Stage, StageMetadata> made = new EnumMap<>(Stage.class);
    made.put(Stage.INGEST, ingested);
    signed =
        stages.run(
            Stage.SHINGLE_SORT,
            Stage.SHINGLE_SORT.verb(),
            signatures,
            context -> ShingleSortStage.run(context, batch, signatures));
    made.put(Stage.SHINGLE_SORT, signed);
    firstMerged = stored().firstMerged(conf, signed.count(ShingleSortCounters.SIGNATURES));
    made.put(
        Stage.BAND_BUCKET,
        stages.run(
            Stage.BAND_BUCKET,
            "index",
            buckets,
            this::index,
            StoredIndex.TWINS,
            StoredIndex.BANDS));
    made.put(
        Stage.CANDIDATE_LIST,
        stages.run(
            Stage.CANDIDATE_LIST,
            Stage.CANDIDATE_LIST.verb(),
            candidates,
            context -> CandidateListStage.run(context, buckets, candidates)));
    StageMetadata verified = stages.run(Stage.VERIFY, Stage.VERIFY.verb(), pairs, this::verify);
    made.put(Stage.VERIFY, verified);
    PairRuns runs = pairRuns(verified.count(VerifyCounters.PAIRS_KEPT));
    ClusterUpdate clusters =
        ClusterUpdate.of(writer, corpus, runs.unmerged(), pairs, new ColumnBits());
    made.put(
        Stage.CLUSTER,
        stages.run(Stage.CLUSTER, Stage.CLUSTER.verb(), clusters.clusters(), clusters::cluster));
    clusters.decide();
    stages.keep(clusters.decisions());
    BatchChanges changes =
        new BatchChanges(
            conf,
            parent == null ? null : parent.decisions(),
            clusters.clusters(),
            batch.firstColumn(),
            corpus.batches());
    writer.fileSystem().delete(changed, true); // of an interrupted run
    writer.fileSystem().mkdirs(changed);
    changes.write(changed);
    stages.keep(changed);
    divided =
        stages.run(
            Stage.DEDUP,
            Stage.DEDUP.verb(),
            writer.work(Stage.DEDUP),
            context ->
                DedupStage.runOnBatch(
                    context,
                    batch,
                    clusters.clusters(),
                    new DedupStage.Removals(removedBy(), changes.newRemoved()),
                    writer.work(Stage.DEDUP)));
    made.put(Stage.DEDUP, divided);
    if (runs.isMerged()) {
      stages.runFurther(
          Stage.VERIFY,
          "merge of pairs",
          runs.merged(),
          context -> PairMerge.run(context, corpus, runs.toMerge(), runs.merged()));
    }
    return new AdditionCounter(made, HadoopSettings.of(conf), parent)
        .figures(writer.nextNumber(), corpus, changes, clusters.removed());
  }

  private void deleteTemporaries(PairRuns runs) throws IOException {
    List<Path> temporary = new ArrayList<>(List.of(buckets, candidates, removedBy()));
    if (runs.isMerged()) {
      temporary.add(pairs);
    }
    for (Path path : temporary) {
      writer.fileSystem().delete(path, true);
    }
  }

  private Path removedBy() {
    return new Path(changed, DedupStage.REMOVED_BY);
  }

  private StageMetadata ingest() throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>(parent == null ? List.of() : parent.batches(conf));
    List<Corpus.Batch> earlier = List.copyOf(batches);
    Path all = writer.work(Stage.INGEST);
    Path folder = Corpus.batchFolder(all, earlier.size());
    StageMetadata ingested =
        stages.run(
            Stage.INGEST,
            Stage.INGEST.verb(),
            folder,
            context ->
                IngestStage.run(
                        context,
                        record.inputPaths(),
                        BatchTarget.ofCollection(all, writer.collection(), earlier, record.batch()))
                    .metadata());
    batches.add(new Corpus.Batch(folder, ingested, Corpus.columnsOf(earlier)));
    Optional<ColumnSet> dropped = parent == null ? Optional.empty() : parent.dropped();
    corpus = Corpus.of(conf, writer.collection(), batches, dropped);
    batch = corpus.lastBatch(conf);
    return ingested;
  }

  /**
   * Takes a list of stop shingles into a new collection: the one that is given, or one that is made
   * of the first batch.
   */
  private void fixStopShingles() throws IOException {
    Settings settings = HadoopSettings.of(conf);
    boolean needed = StopShingleSearch.isNeeded(settings);
    String given = settings.get(Keys.STOP_LIST);
    if (parent != null || (!needed && given.isEmpty())) {
      return;
    }
    if (needed && corpus.documents() < MIN_SAMPLED) {
      throw new UsageException(
          Keys.MAX_DOCUMENT_SHARE
              + ": the stop shingles of a collection do not change any more, so its first batch"
              + " needs at least "
              + Quantity.of(MIN_SAMPLED, "document")
              + ", but it has "
              + Quantity.number(corpus.documents())
              + "; or name a list in "
              + Keys.STOP_LIST
              + ", which the verb "
              + StopShingleSearch.VERB
              + " makes");
    }
    if (!new StageFolder(conf, stopShingles).isFinished()) {
      try (StageContext context = writer.sameStep(StopShingleSearch.VERB)) {
        if (needed) {
          StopShingleSearch.run(context, corpus, stopShingles);
        } else {
          StopShingleList.copy(context, new Path(given), StopShingleSearch.VERB, stopShingles);
        }
      }
    }
    stages.keep(stopShingles);
    conf.set(Keys.STOP_LIST.name(), new Path(stopShingles, StopShingleList.FILE).toString());
  }

  /** Returns the folder of the list of stop shingles in the collection; null if there is none. */
  private String folderOfStopShingles() {
    if (parent != null) {
      return parent.generation().index().stopShingles();
    }
    boolean isFixed = !HadoopSettings.of(conf).get(Keys.STOP_LIST).isEmpty();
    return isFixed ? writer.relative(stopShingles) : null;
  }

  private StoredIndex stored() {
    return parent == null ? new StoredIndex(List.of(), List.of()) : parent.stored();
  }

  /** Adds the new signatures to the index, and lists the pairs of new documents. */
  private void index(StageContext context) throws IOException {
    long stored = parent == null ? 0 : parent.count(CollectionIndex.DOCUMENTS);
    stored()
        .add(
            context,
            corpus,
            signatures,
            signed,
            firstMerged,
            writer.work(),
            buckets,
            Quantity.of(signed.count(ShingleSortCounters.SIGNATURES), "document")
                + " added to an index of "
                + Quantity.of(stored, "document"));
  }

  private void verify(StageContext context) throws IOException {
    VerifyInput input =
        new VerifyInput(
            corpus,
            allSignatures(),
            sum(ShingleSortCounters.SHINGLE_OCCURRENCES),
            batch.firstColumn(),
            parent != null);
    VerifyStage.run(context, input, candidates, pairs);
  }

  private List<Path> allSignatures() {
    List<Path> all = new ArrayList<>(parent == null ? List.of() : parent.signatures());
    all.add(signatures);
    return all;
  }

  private void putSum(SortedMap<String, Long> counts, ShingleSortCounters counter) {
    counts.put(counter.name(), sum(counter));
  }

  /** Returns a count of the collection with the new documents. */
  private long sum(ShingleSortCounters counter) {
    return signed.count(counter) + (parent == null ? 0 : parent.count(counter));
  }

  /**
   * The runs of pairs of the new generation.
   *
   * @param unmerged the stored ones and the new one, oldest first
   * @param first those from this one on become one run; the number of runs if none do
   * @param merged the folder of that run
   */
  private record PairRuns(List<Path> unmerged, int first, Path merged) {

    boolean isMerged() {
      return first < unmerged.size();
    }

    List<Path> toMerge() {
      return unmerged.subList(first, unmerged.size());
    }

    List<Path> all() {
      List<Path> all = new ArrayList<>(unmerged.subList(0, first));
      if (isMerged()) {
        all.add(merged);
      }
      return all;
    }
  }

  /** Returns the runs of pairs; the last ones are merged if there are many. */
  private PairRuns pairRuns(long newPairs) throws IOException {
    List<Path> stored = parent == null ? List.of() : parent.pairs();
    List<Path> runs = new ArrayList<>(stored);
    runs.add(pairs);
    int first = runs.size();
    if (runs.size() > MAX_RUNS_OF_PAIRS) {
      List<Long> sizes = new ArrayList<>();
      for (Path run : stored) {
        sizes.add(
            new StageFolder(conf, run).require(Stage.VERIFY).count(VerifyCounters.PAIRS_KEPT));
      }
      first = Math.min(stored.size() - 1, StoredIndex.firstMerged(sizes, newPairs));
    }
    return new PairRuns(runs, first, writer.work("merged-pairs"));
  }

  private Generation publish(List<Path> runsOfPairs, AdditionFigures figures) throws IOException {
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
            runs(stored().twins(), StoredIndex.TWINS),
            runs(stored().bands(), StoredIndex.BANDS),
            writer.relative(runsOfPairs),
            writer.relative(ClusterUpdate.decisions(writer)),
            writer.relative(writer.work(Stage.DEDUP)),
            folderOfStopShingles());
    SortedMap<String, String> settings = new TreeMap<>(divided.deciding());
    settings.remove(Keys.STOP_LIST.name()); // the index has it
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put(CollectionIndex.DOCUMENTS, corpus.documents());
    putSum(counts, ShingleSortCounters.SHINGLE_OCCURRENCES);
    long stopShingles = signed.count(ShingleSortCounters.STOP_SHINGLES);
    if (stopShingles > 0) {
      counts.put(ShingleSortCounters.STOP_SHINGLES.name(), stopShingles);
      putSum(counts, ShingleSortCounters.STOP_SHINGLE_OCCURRENCES);
      putSum(counts, ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES);
    }
    AdditionFigures.Removed removed = figures.collection().removed();
    counts.put(CollectionIndex.REMOVED, removed.count() - removed.withoutShingles());
    counts.put(CollectionIndex.REMOVED_WITHOUT_SHINGLES, removed.withoutShingles());
    if (parent != null) {
      counts.put(CollectionIndex.DROPPED_BYTES, parent.count(CollectionIndex.DROPPED_BYTES));
    }
    return writer.publish(
        VERB,
        batches,
        parent == null ? null : parent.generation().tombstones(),
        settings,
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
