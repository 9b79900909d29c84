package io.neardup.hadoop.collection.drop;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.BatchChanges;
import io.neardup.hadoop.collection.ClusterUpdate;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.collection.CollectionWriter;
import io.neardup.hadoop.collection.Stages;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.PairMerge;
import io.neardup.hadoop.stage4verify.VerifyInput;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnLines;
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
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

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
  private static final int STEPS = 6;

  private final CollectionWriter writer;
  private final Stages stages;
  private final Configuration conf;
  private final CollectionIndex parent;
  private Corpus corpus; // without the dropped documents
  private ColumnSet tombstones; // all dropped columns
  private final ColumnBits newlyDropped = new ColumnBits();
  private final SortedMap<String, Long> counts; // of the new generation

  private Drop(CollectionWriter writer) {
    this.writer = writer;
    this.conf = writer.conf();
    this.parent = writer.parent();
    this.stages = writer.stages(STEPS);
    this.counts = new TreeMap<>(parent.generation().counts());
  }

  /**
   * Drops the documents of a batch.
   *
   * @throws UsageException if the collection has no such batch, or may not be changed
   */
  public static DroppedDocuments batch(
      Configuration conf, PrintStream progress, Path collection, String name) throws IOException {
    try (CollectionWriter writer =
        CollectionWriter.openExisting(conf, progress, collection, VERB)) {
      Drop drop = new Drop(writer);
      List<Corpus.Batch> batches = writer.parent().batches(writer.conf());
      List<Corpus.Batch> named =
          batches.stream().filter(batch -> batch.name().equals(name)).toList();
      if (named.isEmpty()) {
        throw new UsageException(
            writer.collection()
                + " has no batch "
                + name
                + "; its batches: "
                + String.join(", ", batches.stream().map(Corpus.Batch::name).toList()));
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
  public static DroppedDocuments ids(
      Configuration conf, PrintStream progress, Path collection, Path ids) throws IOException {
    Path list = ids.getFileSystem(conf).makeQualified(new Path(ids.toString()));
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

  private DroppedDocuments drop(Corpus documents, Optional<IdList> ids) throws IOException {
    Path found = writer.work("dropped");
    try (StageContext context = stages.next("find")) {
      find(context, documents, ids.isPresent(), found);
    }
    MissingIds missing = ids.isPresent() ? MissingIds.of(conf, ids.get(), found) : MissingIds.NONE;
    if (newlyDropped.size() == 0) {
      return new DroppedDocuments(writer.collection(), null, 0, 0, 0, 0, 0, missing, null);
    }
    corpus = Corpus.of(conf, writer.collection(), parent.batches(conf), Optional.of(tombstones));
    Path buckets = writer.work(Stage.BAND_BUCKET);
    stages.run(
        Stage.BAND_BUCKET,
        "index",
        buckets,
        context ->
            parent
                .stored()
                .drop(context, corpus, tombstones, parent.signatures(), writer.work(), buckets));
    Path candidates = writer.work(Stage.CANDIDATE_LIST);
    stages.run(
        Stage.CANDIDATE_LIST,
        candidates,
        context -> CandidateListStage.run(context, buckets, candidates));
    Path added = writer.work(Stage.VERIFY);
    VerifyInput input =
        new VerifyInput(
            corpus,
            parent.signatures(),
            parent.count(ShingleSortCounters.SHINGLE_OCCURRENCES),
            0,
            true);
    stages.run(Stage.VERIFY, added, context -> VerifyStage.run(context, input, candidates, added));
    Path pairs = writer.work("merged-pairs");
    List<Path> all = new ArrayList<>(parent.pairs());
    all.add(added);
    stages.run(
        Stage.VERIFY,
        "merge of pairs",
        pairs,
        context -> PairMerge.run(context, corpus, all, pairs));
    ClusterUpdate clusters =
        new ClusterUpdate(writer, stages, corpus, List.of(pairs), added, newlyDropped);
    stages.run(Stage.CLUSTER, clusters.clusters(), clusters::cluster);
    clusters.decide();
    BatchChanges changes = BatchChanges.write(writer, clusters, Long.MAX_VALUE, corpus);
    Path changed = writer.work(BatchChanges.FOLDER);
    writer.delete(
        List.of(
            buckets,
            candidates,
            added,
            found,
            writer.work(IDS),
            new Path(changed, DedupStage.REMOVED_BY)));
    return new DroppedDocuments(
        writer.collection(),
        publish(pairs, clusters),
        newlyDropped.size(),
        changes.nowRemoved(),
        changes.nowKept(),
        changes.reassigned(),
        parent.count(CollectionIndex.DOCUMENTS),
        missing,
        changed);
  }

  /** Finds the documents, and writes the columns of all that are dropped. */
  private void find(StageContext context, Corpus documents, boolean byIds, Path found)
      throws IOException {
    StageJob<?, ?> job = StageJob.of(context, "drop", 0);
    if (byIds) {
      DropMapper.setIds(job.conf(), writer.work(IDS));
    }
    job.set(documents::configure)
        .read(CorpusInputFormat.class)
        .map(DropMapper.class, NullWritable.class, Text.class)
        .writeLines(found)
        .run();
    count(CollectionIndex.DROPPED_BYTES, context.count(DropCounters.TEXT_BYTES_FOUND));
    subtract(ShingleSortCounters.SHINGLE_OCCURRENCES, context, DropCounters.SHINGLES_FOUND);
    if (parent.stopShingles() != null) {
      subtract(
          ShingleSortCounters.STOP_SHINGLE_OCCURRENCES, context, DropCounters.STOP_SHINGLES_FOUND);
      subtract(
          ShingleSortCounters.DOCUMENTS_OF_STOP_SHINGLES,
          context,
          DropCounters.OF_STOP_SHINGLES_FOUND);
    }
    if (context.settings().get(Keys.WITHOUT_SHINGLES).equals("remove")) {
      count(
          CollectionIndex.REMOVED_WITHOUT_SHINGLES,
          -context.count(DropCounters.WITHOUT_SHINGLES_FOUND));
    }
    Path file = writer.work("tombstones");
    Optional<ColumnSet> earlier = parent.dropped();
    ColumnBits all =
        earlier.isPresent() ? ColumnBits.read(conf, earlier.get().file()) : new ColumnBits();
    try (ColumnLines lines = new ColumnLines(conf, found)) {
      while (lines.next()) {
        all.add(lines.column());
        newlyDropped.add(lines.column());
      }
    }
    tombstones = all.write(conf, file);
    context.balance(
        "documents found and columns dropped",
        context.count(DropCounters.DOCUMENTS_FOUND),
        newlyDropped.size());
    stages.progress("drop: " + Quantity.of(newlyDropped.size(), "document"));
  }

  private void subtract(ShingleSortCounters counter, StageContext context, DropCounters dropped) {
    count(counter.name(), -context.count(dropped));
  }

  private void count(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  private Generation publish(Path pairs, ClusterUpdate clusters) throws IOException {
    Generation before = parent.generation();
    Generation.Index index =
        new Generation.Index(
            before.index().signatures(),
            List.of(writer.relative(writer.work(StoredIndex.TWINS))),
            List.of(writer.relative(writer.work(StoredIndex.BANDS))),
            List.of(writer.relative(pairs)),
            writer.relative(clusters.decisions()),
            before.index().dedup(),
            before.index().stopShingles());
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
}
