package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * Stage 6, which writes the collection without the near-duplicates.
 *
 * @param clusters the output of stage 5
 * @param clustered its metadata
 * @param removals what is removed of the corpus for other documents
 */
public record DedupStage(
    StageContext context,
    Corpus corpus,
    Path clusters,
    StageMetadata clustered,
    Removals removals) {

  /** The file that says by which document each removed one is represented. */
  public static final String REMOVED_BY = ClusterDocuments.REMOVED_BY;

  /** The documents removed for others: lines of {@code removed-by.tsv}, and how many they are. */
  public record Removals(Path lines, long number) {}

  private static DedupStage ofAll(StageContext context, Path corpus, Path clusters)
      throws IOException {
    StageMetadata clustered = context.inherit(clusters, Stage.CLUSTER);
    return new DedupStage(
        context,
        Corpus.open(context, corpus, clusters, clustered),
        clusters,
        clustered,
        new Removals(new Path(clusters, REMOVED_BY), clustered.count(ClusterCounters.REMOVED)));
  }

  /**
   * Divides a corpus into {@code kept/}, {@code removed/} and {@code skipped/}, with {@code
   * removed-by.tsv} and {@code skipped.tsv} beside them, and returns the metadata.
   */
  public static StageMetadata run(StageContext context, Path corpus, Path clusters, Path output)
      throws IOException {
    return ofAll(context, corpus, clusters).write(output, false);
  }

  /**
   * Divides a corpus, which may be a range of the columns that the clusters are of, by the removals
   * of its documents.
   */
  public static StageMetadata run(
      StageContext context, Corpus corpus, Path clusters, Removals removals, Path output)
      throws IOException {
    StageMetadata clustered = context.inherit(clusters, Stage.CLUSTER);
    return new DedupStage(context, corpus, clusters, clustered, removals).write(output, false);
  }

  /**
   * Divides a corpus as {@link #run(StageContext, Path, Path, Path)} does, and adds to each
   * document the id of its cluster, how many documents and sources that has, and whether the
   * document is kept. UsageException if records of the corpus cannot have further fields.
   */
  public static StageMetadata annotate(
      StageContext context, Path corpus, Path clusters, Path output) throws IOException {
    DedupStage stage = ofAll(context, corpus, clusters);
    for (Corpus.Batch batch : stage.corpus.batches()) {
      UsageException.require(
          batch.format().hasFields(),
          "batch %s has the format %s, which has no fields to add to",
          batch.name(),
          batch.format().key());
    }
    return stage.write(output, true);
  }

  private StageMetadata write(Path outputPath, boolean annotated) throws IOException {
    corpus.requireSources(context.conf());
    refuseNamesOfParts();
    OwnedFolder output = context.newOutput(outputPath, Stage.DEDUP);
    StageJob<?, ?> job =
        job(context, annotated ? "dedup, annotation" : "dedup", corpus, clusters)
            .read(SourceInputFormat.class);
    if (annotated) {
      long documents = clustered.count(ClusterCounters.DOCUMENTS);
      ClusterNames.write(context, corpus, clusters, documents, output.work("names"), job);
    }
    job.mapToFiles(DedupMapper.class, output.result()).run();
    balance();
    listSkipped(output.result());
    listRemoved(output.result());
    return context.complete(
        output,
        Stage.DEDUP,
        corpus.identity(),
        Facts.of(clustered),
        Quantity.format(
            "%s kept, %,d removed, %s set aside, in %s",
            Quantity.of(count(DedupCounters.DOCUMENTS_KEPT, DedupCounters.UNREAD_KEPT), "document"),
            count(DedupCounters.DOCUMENTS_REMOVED),
            Quantity.of(
                count(DedupCounters.RECORDS_SET_ASIDE, DedupCounters.RESTS_UNREADABLE), "record"),
            Quantity.of(count(DedupCounters.FILES_WRITTEN), "file")));
  }

  /**
   * Begins a job that only maps the records of the sources of a corpus, with {@link Decisions}
   * beside them.
   */
  static StageJob<?, ?> job(StageContext context, String name, Corpus corpus, Path clusters)
      throws IOException {
    return StageJob.of(context, name, 0)
        .readBeside(Decisions.DECISIONS, ClusterStage.decisions(clusters))
        .set(
            conf ->
                SourceInputFormat.setPartBytes(conf, context.settings().get(Keys.DEDUP_PART_BYTES)))
        .set(conf -> corpus.configure(conf, corpus.sourceBytes()));
  }

  private long count(DedupCounters... counters) {
    return Arrays.stream(counters).mapToLong(context::count).sum();
  }

  private void balance() throws IOException {
    long divided = count(DedupCounters.DOCUMENTS_KEPT, DedupCounters.DOCUMENTS_REMOVED);
    long others =
        count(
            DedupCounters.UNREAD_KEPT,
            DedupCounters.RECORDS_SET_ASIDE,
            DedupCounters.RESTS_UNREADABLE);
    context.balance(
        "records read and records kept, removed or set aside",
        count(DedupCounters.RECORDS_READ),
        divided + others);
    context.balance(
        "documents of the corpus and documents kept or removed", corpus.documents(), divided);
    context.balance(
        "documents to be removed and documents removed",
        removals.number() + count(DedupCounters.REMOVED_WITHOUT_SHINGLES),
        count(DedupCounters.DOCUMENTS_REMOVED));
    if (!corpus.ofSets()) { // whose bad lines were left where they are
      context.balance(
          "records set aside by ingest and records set aside",
          corpus.metadata().count(IngestCounters.SKIPPED),
          others);
    }
  }

  /**
   * Makes sure that no file has the name that a part of another is to have.
   *
   * <p>Memory: the names of all parts of files over {@code neardup.dedup.part-bytes}: at most two
   * for each so many bytes of the corpus, whatever number of files it has.
   */
  private void refuseNamesOfParts() throws IOException {
    long partBytes = context.settings().get(Keys.DEDUP_PART_BYTES);
    if (partBytes == 0 || corpus.sourceBytes() <= partBytes) { // no file is so long
      return;
    }
    Set<String> parts = new HashSet<>();
    forRanges(
        range -> {
          if (range.length() > partBytes) {
            parts.add(SourceName.part(range.name(), range.start() / partBytes));
          }
        });
    forRanges(
        range -> {
          UsageException.require(
              !parts.contains(range.name()),
              "%s has the name of a part of another file; write files in one piece with -D%s=0",
              range.name(),
              Keys.DEDUP_PART_BYTES);
        });
  }

  private void forRanges(ConsumerRaisingIOE<CorpusRange> action) throws IOException {
    for (Corpus.Batch batch : corpus.batches()) {
      CorpusManifest.forEach(context.conf(), batch.manifest(), action);
    }
  }

  /** Puts the batches' lists of what was set aside into one. */
  private void listSkipped(Path output) throws IOException {
    List<Path> lists =
        corpus.batches().stream()
            .map(batch -> new Path(batch.folder(), IngestStage.SKIPPED))
            .toList();
    PartFiles.concatenate(context.conf(), lists, new Path(output, IngestStage.SKIPPED));
  }

  /** Lists what is removed for other documents, then what is removed without shingles. */
  private void listRemoved(Path output) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    FileStatus[] withoutShingles = PartFiles.named(fs, output, DedupMapper.WITHOUT_SHINGLES);
    List<Path> lists = new ArrayList<>(List.of(FileUtil.stat2Paths(withoutShingles)));
    lists.add(0, removals.lines());
    PartFiles.concatenate(context.conf(), lists, new Path(output, REMOVED_BY));
    for (FileStatus list : withoutShingles) {
      fs.delete(list.getPath(), false);
    }
  }
}
