package io.neardup.hadoop.collection.add;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.gate.Gates;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.AdditionRecord;
import io.neardup.hadoop.collection.BatchChanges;
import io.neardup.hadoop.collection.ClusterUpdate;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.CollectionWriter;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage0ingest.BatchTarget;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import io.neardup.hadoop.table.ColumnBits;
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
 * can be continued, and {@code summary.json} once everything but the generation is made. When it is
 * published, {@code summary.json} of the collection is replaced by that.
 */
public final class Addition {

  /** The verb of the generations that it makes. */
  static final String VERB = "add";

  private static final int STEPS = 7;

  private final CollectionWriter writer;
  private final Configuration conf;
  private final CollectionIndex parent;
  private final AdditionRecord record;
  private final Stages stages;
  private final Map<Stage, StageMetadata> made = new EnumMap<>(Stage.class);
  private final Path stopShingles;
  private final Path changed;
  private BatchPairs pairs; // those that have a new document
  private PairRuns runsOfPairs;
  private ClusterUpdate clusters;
  private int firstMerged; // stored runs of the index from this one on become part of the new run

  private Addition(CollectionWriter writer, AdditionRecord record, Stages stages) {
    this.writer = writer;
    this.conf = writer.conf();
    this.parent = writer.parent();
    this.record = record;
    this.stages = stages;
    this.stopShingles = writer.work(StopShingleSearch.VERB);
    this.changed = writer.work(BatchChanges.FOLDER);
  }

  /**
   * Adds files to a collection, which is made if it does not exist.
   *
   * @param batchName the name of the batch, null for {@code batch-} and its position
   * @param gates conditions on {@link AdditionFigures}; if one is crossed, nothing is published,
   *     and the addition can be resumed
   * @throws UsageException if the collection has a batch of that name or with one of the files, or
   *     as {@link CollectionWriter#open} does
   */
  public static Result run(
      Configuration conf,
      PrintStream progress,
      List<Path> inputs,
      Path collection,
      String batchName,
      Gates gates)
      throws IOException {
    List<Path> full = requireFit(conf, inputs, collection);
    try (CollectionWriter writer = CollectionWriter.open(conf, progress, collection, VERB)) {
      AdditionRecord record =
          AdditionRecord.of(conf, full, batchName, writer.parent(), gates.conditions());
      record.write(writer.folder(), writer.work());
      return new Addition(writer, record, writer.stages(STEPS)).add(gates, false);
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
   * @throws UsageException if there is no such addition, if its complete steps were made with
   *     another configuration, or as {@link #run} does
   */
  public static Result resume(
      Configuration conf,
      PrintStream progress,
      List<Path> inputs,
      Path collection,
      String batchName,
      Gates gates,
      boolean accepting)
      throws IOException {
    List<Path> full = requireFit(conf, inputs, collection);
    try (CollectionWriter writer = CollectionWriter.resume(conf, progress, collection, VERB)) {
      AdditionRecord record = AdditionRecord.read(conf, writer.work()).orElseThrow();
      record.requireSame(full, batchName);
      record = record.with(conf);
      Stages stages = writer.stages(STEPS).resuming(writer.work(), record);
      return new Addition(writer, record, stages)
          .add(
              gates.isEmpty() ? Gates.of(record.conditions(), AdditionFigures.names()) : gates,
              accepting);
    }
  }

  /** Returns the full paths of the inputs. */
  private static List<Path> requireFit(Configuration conf, List<Path> inputs, Path collection)
      throws IOException {
    OutputPath output = new OutputPath(conf, CollectionWriter.requireWritable(conf, collection));
    AdditionFigures.FILE.requireReplaceable(conf, collection);
    Settings settings = HadoopSettings.of(conf);
    UsageException.require(
        !settings.get(Keys.VERIFY_MODE).equals("none"),
        "%s=none: a collection needs verified pairs",
        Keys.VERIFY_MODE);
    if (!settings.get(Keys.STOP_LIST).isEmpty()) {
      StopShingleSearch.requireLists(conf);
    }
    List<Path> full = new ArrayList<>();
    for (Path input : inputs) {
      full.add(OutputPath.full(conf, input));
      output.requireApart(full.get(full.size() - 1));
    }
    return full;
  }

  private Result add(Gates gates, boolean accepting) throws IOException {
    BatchChanges changes = compare();
    List<String> crossed = gates.crossed(figures(changes, List.of()));
    AdditionFigures figures = figures(changes, crossed);
    AdditionFigures.FILE.write(writer.folder(), writer.relative(writer.work()), figures);
    Generation generation = null;
    if (crossed.isEmpty() || accepting) {
      StoredIndex.deleteBesideRuns(conf, pairs.path(Stage.BAND_BUCKET));
      writer.delete(pairs.path(Stage.CANDIDATE_LIST), removedBy());
      if (runsOfPairs.isMerged()) {
        writer.delete(pairs.path(Stage.VERIFY));
      }
      generation = publish(figures);
      writer.writePublished(AdditionFigures.FILE, figures);
    } else {
      writer.keepWork();
    }
    return new Result(writer.collection(), figures, generation, writer.work());
  }

  /** Makes all but the generation, and returns what has changed. */
  private BatchChanges compare() throws IOException {
    ingest();
    if (parent.isEmpty()) {
      if (StopShingleSearch.isUsual(HadoopSettings.of(conf), made.get(Stage.INGEST).columns())) {
        conf.setDouble(Keys.MAX_DOCUMENT_SHARE.name(), StopShingleSearch.USUAL_SHARE);
      }
      FixedStopShingles.fix(conf, pairs.corpus(), stopShingles, stages);
    }
    StageMetadata signed = pairs.sign(stages);
    made.put(Stage.SHINGLE_SORT, signed);
    firstMerged = parent.stored().firstMerged(conf, signed.count(ShingleSortCounters.SIGNATURES));
    made.put(Stage.BAND_BUCKET, pairs.findBuckets(stages, signed, firstMerged, "added to"));
    made.put(Stage.CANDIDATE_LIST, pairs.list(stages));
    StageMetadata verified = pairs.verify(stages, signed);
    made.put(Stage.VERIFY, verified);
    Path newPairs = pairs.path(Stage.VERIFY);
    runsOfPairs =
        PairRuns.of(
            conf,
            parent.pairs(),
            newPairs,
            verified.count(VerifyCounters.PAIRS_KEPT),
            writer.work("merged-pairs"));
    clusters =
        new ClusterUpdate(
            writer, stages, pairs.corpus(), runsOfPairs.unmerged(), newPairs, new ColumnBits());
    made.put(Stage.CLUSTER, stages.run(Stage.CLUSTER, clusters.clusters(), clusters::cluster));
    clusters.decide();
    stages.keep(clusters.decisions());
    BatchChanges changes =
        BatchChanges.write(writer, clusters, pairs.batch().firstColumn(), pairs.corpus());
    stages.keep(changed);
    made.put(
        Stage.DEDUP, pairs.divide(stages, clusters.clusters(), removedBy(), changes.newRemoved()));
    if (runsOfPairs.isMerged()) {
      stages.runFurther(
          Stage.VERIFY,
          "merge of pairs",
          runsOfPairs.merged(),
          (context, output) ->
              PairMerge.run(
                  context, pairs.corpus(), runsOfPairs.toMerge(), Optional.empty(), output));
    }
    return changes;
  }

  private AdditionFigures figures(BatchChanges changes, List<String> crossed) {
    Settings settings = HadoopSettings.of(conf);
    return AdditionFigures.of(
        made, settings, parent, pairs.corpus(), changes, clusters.removed(), crossed);
  }

  private Path removedBy() {
    return new Path(changed, DedupStage.REMOVED_BY);
  }

  private void ingest() throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>(parent.batches(conf));
    List<Corpus.Batch> earlier = List.copyOf(batches);
    Path all = writer.work(Stage.INGEST);
    Path folder = Corpus.folder(all, earlier.size());
    BatchTarget target =
        BatchTarget.ofCollection(
            all, writer.collection(), earlier, parent.dropped(), record.batch());
    StageMetadata ingested =
        stages.run(
            Stage.INGEST,
            folder,
            (context, output) -> IngestStage.run(context, record.inputPaths(), target));
    made.put(Stage.INGEST, ingested);
    batches.add(new Corpus.Batch(folder, ingested, Corpus.columnsOf(earlier)));
    Configuration ofAll = HadoopSettings.withoutKeysOfIngest(conf);
    Corpus corpus = Corpus.of(ofAll, writer.collection(), batches, parent.dropped());
    pairs = new BatchPairs(corpus, corpus.lastBatch(ofAll), parent, writer.work());
  }

  private Generation publish(AdditionFigures figures) throws IOException {
    StageMetadata signed = made.get(Stage.SHINGLE_SORT);
    StageMetadata divided = made.get(Stage.DEDUP);
    List<Generation.Batch> batches = new ArrayList<>();
    for (Corpus.Batch one : pairs.corpus().batches()) {
      batches.add(
          new Generation.Batch(
              one.name(),
              writer.relative(one.folder()),
              one.firstColumn(),
              one.metadata().columns()));
    }
    SortedMap<String, String> settings = new TreeMap<>(divided.deciding());
    settings.remove(Keys.STOP_LIST.name()); // the index has it
    boolean isListFixed =
        parent.isEmpty() && !HadoopSettings.of(conf).get(Keys.STOP_LIST).isEmpty();
    Generation.Index index =
        new Generation.Index(
            writer.relative(pairs.signatures()),
            runs(parent.stored().twins(), StoredIndex.TWINS),
            runs(parent.stored().bands(), StoredIndex.BANDS),
            writer.relative(runsOfPairs.all()),
            writer.relative(clusters.decisions()),
            writer.relative(writer.work(Stage.DEDUP)),
            isListFixed ? writer.relative(stopShingles) : parent.stopShingles());
    SortedMap<String, Long> counts = new TreeMap<>();
    counts.put(CollectionIndex.DOCUMENTS, pairs.corpus().documents());
    putSum(counts, signed, ShingleSortCounters.SHINGLE_OCCURRENCES);
    long stopShinglesOfList = signed.count(ShingleSortCounters.STOP_SHINGLES);
    if (stopShinglesOfList > 0) {
      counts.put(ShingleSortCounters.STOP_SHINGLES.name(), stopShinglesOfList);
      putSum(counts, signed, ShingleSortCounters.STOP_SHINGLE_OCCURRENCES);
      putSum(counts, signed, ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES);
    }
    AdditionFigures.Removed removed = figures.collection().removed();
    counts.put(CollectionIndex.REMOVED, removed.count() - removed.withoutShingles());
    counts.put(CollectionIndex.REMOVED_WITHOUT_SHINGLES, removed.withoutShingles());
    if (!parent.isEmpty()) {
      counts.put(Corpus.DROPPED_TEXT_BYTES, parent.count(Corpus.DROPPED_TEXT_BYTES));
    }
    return writer.publish(
        VERB,
        batches,
        parent.isEmpty() ? null : parent.generation().tombstones(),
        settings,
        new TreeMap<>(divided.provenance()),
        index,
        counts);
  }

  private void putSum(
      SortedMap<String, Long> counts, StageMetadata signed, ShingleSortCounters counter) {
    counts.put(counter.name(), pairs.shingles(signed, counter));
  }

  private List<String> runs(List<Path> stored, String name) {
    if (HadoopSettings.of(conf).isOfContainment()) {
      return List.of();
    }
    List<Path> runs = new ArrayList<>(stored.subList(0, firstMerged));
    runs.add(new Path(pairs.path(Stage.BAND_BUCKET), name));
    return writer.relative(runs);
  }

  /**
   * What an addition has done.
   *
   * @param collection the full path of the collection
   * @param figures what {@code summary.json} holds
   * @param generation the new generation; null if a condition was crossed and nothing was published
   * @param work the folder of all that is new
   */
  public record Result(Path collection, AdditionFigures figures, Generation generation, Path work) {

    public void print(PrintStream out) {
      SummaryRows rows = new SummaryRows(out);
      rows.title(
          Quantity.format(
              "%s, generation %d%s",
              collection, figures.generation(), generation == null ? ", not published" : ""));
      AdditionFigures.Documents documents = figures.documents();
      rows.add(
          "batch " + figures.batch(),
          documents.in(),
          Quantity.format(
              "%s in %s of %s",
              Quantity.noun(documents.in(), "document"),
              Quantity.of(figures.input().files(), "file"),
              Quantity.of(figures.input().bytes(), "byte")));
      rows.add("new pairs", figures.pairs().count(), "with at least one document of the batch");
      rows.add("kept", documents.kept() + figures.records().setAside().kept(), "of the batch");
      rows.add("removed", documents.removed().count(), "of the batch");
      rows.changes(figures.changes());
      rows.collection(figures.collection().documents(), figures.collection().kept());
      out.println();
      figures.crossed().forEach(line -> out.println("  crossed: " + line));
      out.println("  batch:   " + new Path(work, Stage.DEDUP.folder()));
      out.println("  changes: " + new Path(work, BatchChanges.FOLDER));
      out.println(
          "  summary: " + new Path(generation == null ? work : collection, Results.SUMMARY.name()));
    }
  }
}
