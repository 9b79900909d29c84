package io.neardup.hadoop.collection.drop;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.BatchChanges;
import io.neardup.hadoop.collection.ClusterUpdate;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.CollectionWriter;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.collection.SummaryRows;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.text.DocumentShingler;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Drops documents from a collection: those of a batch, or those with certain ids. Their columns
 * stay reserved. Stored pairs of other documents stay right; a pass over the index finds the pairs
 * that are listed because the dropped documents are gone, these are compared, and the clusters that
 * had a dropped document or get a new pair are decided again. The result is a new generation, whose
 * index has one run. Earlier generations still have the documents.
 */
public final class Drop {

  /** The verb of the generations that it makes. */
  static final String VERB = "drop";

  private static final String IDS = "ids"; // a file of the work folder
  private static final String IDS_TO_DROP = "neardup-internal.ids-to-drop";
  private static final int STEPS = 6;

  private final CollectionWriter writer;
  private final Stages stages;
  private final Configuration conf;
  private final CollectionIndex parent;
  private Corpus corpus; // without the dropped documents
  private ColumnSet tombstones; // all dropped columns
  private final ColumnBits newlyDropped = new ColumnBits();
  private final SortedMap<String, Long> counts; // of the new generation

  /** What the search for documents to be dropped counts. */
  public enum DropCounters {
    /** Documents to be dropped. */
    DOCUMENTS_FOUND,
    /** Bytes of their texts. */
    TEXT_BYTES_FOUND,
    /** Shingles of their texts, repeats within a document included. */
    SHINGLES_FOUND,
    /** Occurrences of stop shingles left out of their texts. */
    STOP_SHINGLES_FOUND,
    /** Those of the documents with stop shingles alone. */
    OF_STOP_SHINGLES_FOUND,
    /** Those of the documents that have no shingle. */
    WITHOUT_SHINGLES_FOUND
  }

  private Drop(CollectionWriter writer) {
    this.writer = writer;
    this.conf = writer.conf();
    this.parent = writer.parent();
    this.stages = writer.stages(STEPS);
    this.counts = new TreeMap<>(parent.generation().counts());
  }

  /**
   * Drops the documents of a batch; UsageException if the collection has no such batch, or may not
   * be changed.
   */
  public static Result batch(Configuration conf, PrintStream progress, Path collection, String name)
      throws IOException {
    try (CollectionWriter writer =
        CollectionWriter.openExisting(conf, progress, collection, VERB)) {
      Drop drop = new Drop(writer);
      List<Corpus.Batch> batches = writer.parent().batches(writer.conf());
      List<Corpus.Batch> named =
          batches.stream().filter(batch -> batch.name().equals(name)).toList();
      if (named.isEmpty()) {
        throw new UsageException(
            "%s has no batch %s; its batches: %s",
            writer.collection(),
            name,
            String.join(", ", batches.stream().map(Corpus.Batch::name).toList()));
      }
      Corpus documents =
          Corpus.of(writer.conf(), writer.collection(), named, writer.parent().dropped());
      return drop.drop(documents, Optional.empty());
    }
  }

  /**
   * Drops all documents that have an id of a list.
   *
   * @param ids a file with an id on each line
   * @throws UsageException if the list is missing or too long, or the collection may not be changed
   */
  public static Result ids(Configuration conf, PrintStream progress, Path collection, Path ids)
      throws IOException {
    Path list = OutputPath.full(conf, ids);
    IdList wanted = IdList.read(conf, list); // fails before anything is done
    FileSystem from = list.getFileSystem(conf);
    try (CollectionWriter writer =
        CollectionWriter.openExisting(conf, progress, collection, VERB)) {
      FileUtil.copy( // to where all tasks can read it
          from, list, writer.fileSystem(), writer.work(IDS), false, true, conf);
      Corpus documents =
          Corpus.open(writer.conf(), writer.collection(), writer.parent().generation());
      return new Drop(writer).drop(documents, Optional.of(wanted));
    }
  }

  private Result drop(Corpus documents, Optional<IdList> ids) throws IOException {
    Path found = writer.work("dropped");
    try (StageContext context = stages.next("find")) {
      find(context, documents, ids.isPresent(), found);
    }
    IdList.Missing missing =
        ids.isPresent() ? ids.get().missing(conf, found) : new IdList.Missing(0, List.of());
    if (newlyDropped.size() == 0) {
      return new Result(writer.collection(), ids.isEmpty(), null, 0, 0, null, missing, null);
    }
    corpus = Corpus.of(conf, writer.collection(), parent.batches(conf), Optional.of(tombstones));
    Path buckets = writer.work(Stage.BAND_BUCKET);
    stages.run(
        Stage.BAND_BUCKET,
        "index",
        buckets,
        (context, output) -> parent.stored().drop(context, corpus, tombstones, output));
    Path candidates = writer.work(Stage.CANDIDATE_LIST);
    stages.run(
        Stage.CANDIDATE_LIST,
        candidates,
        (context, output) -> CandidateListStage.run(context, buckets, output));
    Path added = writer.work(Stage.VERIFY);
    VerifyInput input =
        new VerifyInput(
            corpus,
            parent.signatures(),
            candidates,
            parent.count(ShingleSortCounters.SHINGLE_OCCURRENCES),
            0);
    stages.run(Stage.VERIFY, added, (context, output) -> VerifyStage.run(context, input, output));
    Path pairs = writer.work("merged-pairs");
    // For containment, all were listed and compared.
    boolean isOfAll = HadoopSettings.of(conf).isOfContainment();
    List<Path> all = new ArrayList<>(isOfAll ? List.of() : parent.pairs());
    all.add(added);
    stages.run(
        Stage.VERIFY,
        "merge of pairs",
        pairs,
        (context, output) -> PairMerge.run(context, corpus, all, Optional.empty(), output));
    ClusterUpdate clusters =
        new ClusterUpdate(writer, stages, corpus, List.of(pairs), added, newlyDropped);
    stages.run(Stage.CLUSTER, clusters.clusters(), clusters::cluster);
    clusters.decide();
    BatchChanges changes = BatchChanges.write(writer, clusters, Long.MAX_VALUE, corpus);
    Path changed = writer.work(BatchChanges.FOLDER);
    Path removedBy = new Path(changed, DedupStage.REMOVED_BY);
    StoredIndex.deleteBesideRuns(conf, buckets);
    writer.delete(candidates, added, found, writer.work(IDS), removedBy);
    return new Result(
        writer.collection(),
        ids.isEmpty(),
        publish(pairs, clusters),
        newlyDropped.size(),
        parent.count(CollectionIndex.DOCUMENTS),
        changes.changes(),
        missing,
        changed);
  }

  /** Finds the documents, and writes the columns of all that are dropped. */
  private void find(StageContext context, Corpus documents, boolean byIds, Path lines)
      throws IOException {
    StageJob<?, ?> job = StageJob.of(context, "drop", 0);
    if (byIds) {
      job.conf().set(IDS_TO_DROP, writer.work(IDS).toString());
    }
    job.set(documents::configure)
        .read(CorpusInputFormat.class)
        .map(Documents.class, NullWritable.class, Text.class)
        .writeLines(lines)
        .run();
    count(Corpus.DROPPED_TEXT_BYTES, context.count(DropCounters.TEXT_BYTES_FOUND));
    long found = context.count(DropCounters.SHINGLES_FOUND);
    count(ShingleSortCounters.SHINGLE_OCCURRENCES.name(), -found);
    if (parent.stopShingles() != null) {
      found = context.count(DropCounters.STOP_SHINGLES_FOUND);
      count(ShingleSortCounters.STOP_SHINGLE_OCCURRENCES.name(), -found);
      found = context.count(DropCounters.OF_STOP_SHINGLES_FOUND);
      count(ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES.name(), -found);
    }
    if (context.settings().get(Keys.WITHOUT_SHINGLES).equals("remove")) {
      found = context.count(DropCounters.WITHOUT_SHINGLES_FOUND);
      count(CollectionIndex.REMOVED_WITHOUT_SHINGLES, -found);
    }
    ColumnBits all = ColumnBits.read(conf, parent.dropped());
    try (ColumnLines each = new ColumnLines(conf, lines)) {
      while (each.next()) {
        all.add(each.column());
        newlyDropped.add(each.column());
      }
    }
    tombstones = all.write(conf, writer.work("tombstones"));
    context.balance(
        "documents found and columns dropped",
        context.count(DropCounters.DOCUMENTS_FOUND),
        newlyDropped.size());
    stages.progress("drop: " + Quantity.of(newlyDropped.size(), "document"));
  }

  private void count(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  private Generation publish(Path pairs, ClusterUpdate clusters) throws IOException {
    Generation before = parent.generation();
    Generation.Index index =
        before
            .index()
            .with(
                one(before.index().twins(), StoredIndex.TWINS),
                one(before.index().bands(), StoredIndex.BANDS),
                List.of(writer.relative(pairs)),
                writer.relative(clusters.decisions()));
    counts.put(CollectionIndex.DOCUMENTS, corpus.documents());
    counts.put(CollectionIndex.REMOVED, clusters.removed());
    return writer.publish(
        VERB,
        before.batches(),
        new Generation.Tombstones(writer.relative(tombstones.file()), tombstones.columns()),
        before.settings(),
        before.provenance(),
        index,
        counts);
  }

  /** Returns the run of all entries of a table that has some. */
  private List<String> one(List<String> runs, String name) {
    return runs.isEmpty()
        ? runs
        : List.of(writer.relative(new Path(writer.work(Stage.BAND_BUCKET), name)));
  }

  /**
   * A document → a line {@code column<TAB>id}, if its id is in a list, or if there is no list.
   * Memory: {@link IdList}.
   */
  public static final class Documents
      extends Mapper<LongWritable, DocumentWritable, NullWritable, Text> {

    private final LineBuilder line = new LineBuilder();
    private DocumentShingler shingler;
    private IdList ids; // null if all documents are to be dropped

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      shingler = Shinglers.of(conf, HadoopSettings.of(conf));
      String file = conf.getRaw(IDS_TO_DROP);
      ids = file == null ? null : IdList.read(conf, new Path(file));
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (ids != null && ids.find(document.idBytes(), document.idLength()) < 0) {
        return;
      }
      int shingles = document.elements(shingler).size();
      count(DropCounters.DOCUMENTS_FOUND, 1, context);
      count(DropCounters.TEXT_BYTES_FOUND, document.textLength(), context);
      count(DropCounters.SHINGLES_FOUND, shingles, context);
      count(DropCounters.WITHOUT_SHINGLES_FOUND, shingles == 0 ? 1 : 0, context);
      count(DropCounters.STOP_SHINGLES_FOUND, shingler.leftOut(), context);
      boolean ofStopShingles = shingles == 0 && shingler.leftOut() > 0;
      count(DropCounters.OF_STOP_SHINGLES_FOUND, ofStopShingles ? 1 : 0, context);
      line.clear().append(column.get()).append('	');
      line.append(document.idBytes(), 0, document.idLength());
      context.write(NullWritable.get(), line.toText());
    }

    private static void count(DropCounters counter, long more, Context context) {
      context.getCounter(counter).increment(more);
    }
  }

  /**
   * What a drop has done.
   *
   * @param collection the full path of the collection
   * @param ofBatch whether a batch was to be dropped, not ids
   * @param generation the new generation; null if there was nothing to drop
   * @param dropped documents that were dropped
   * @param documentsBefore how many documents the collection had
   * @param changes what has changed for other documents; null if there was nothing to drop
   * @param missing ids to be dropped that no document has
   * @param folder that lists the changes; null if there was nothing to drop
   */
  public record Result(
      Path collection,
      boolean ofBatch,
      Generation generation,
      long dropped,
      long documentsBefore,
      AdditionFigures.Changes changes,
      IdList.Missing missing,
      Path folder) {

    public void print(PrintStream out) {
      if (generation == null) {
        String why =
            ofBatch
                ? "The batch has no documents any more"
                : missing.count() == 0
                    ? "The list of ids is empty"
                    : "There is no such document in " + collection;
        out.println(why + ". Nothing was published");
        missing.print(new SummaryRows(out));
        return;
      }
      SummaryRows rows = new SummaryRows(out);
      rows.title(collection + ", generation " + generation.number());
      rows.add("dropped", dropped, "of " + Quantity.of(documentsBefore, "document"));
      missing.print(rows);
      rows.changes(changes);
      CollectionIndex now = new CollectionIndex(collection, generation);
      rows.collection(now.count(CollectionIndex.DOCUMENTS), now.kept());
      out.println();
      out.println("  changes: " + folder);
      out.println(
          "  The documents are still in the files of the input, in the batches of the collection, and"
              + " in earlier generations");
    }
  }
}
