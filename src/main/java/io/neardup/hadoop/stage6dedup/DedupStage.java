package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceInputFormat;
import io.neardup.hadoop.corpus.SourceInputFormat.SourceCursor;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.keep.RankKey;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.ColumnPartitioner;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Runs stage 6: documents and clusters to the collection without the copies. */
public final class DedupStage {

  /** The file that says by which document each removed one is represented. */
  public static final String REMOVED_BY = ClusterDocuments.REMOVED_BY;

  /** Bytes of a document's records to be shuffled, about. */
  private static final long RECORD_BYTES = 64;

  private final StageContext context;
  private final Corpus corpus;
  private final Path clusters;
  private final StageMetadata clustered;

  private DedupStage(StageContext context, Path corpusPath, Path clusters) throws IOException {
    this.context = context;
    this.clustered = context.inherit(clusters, Stage.CLUSTER);
    this.corpus = Corpus.open(context, corpusPath, clusters, clustered);
    this.clusters = new StageFolder(context.conf(), clusters).path();
  }

  /**
   * Divides a corpus into {@code kept/}, {@code removed/} and {@code skipped/}, with {@code
   * removed-by.tsv} and {@code skipped.tsv} beside them, and returns the metadata.
   */
  public static StageMetadata run(StageContext context, Path corpus, Path clusters, Path output)
      throws IOException {
    return new DedupStage(context, corpus, clusters).divide(output);
  }

  /**
   * Writes all documents of a corpus of JSON Lines or Parquet into {@code annotated/}, with their
   * clusters and whether they are kept, and returns the metadata.
   *
   * @throws UsageException if records of the corpus cannot have further fields
   */
  public static StageMetadata annotate(
      StageContext context, Path corpus, Path clusters, Path output) throws IOException {
    return new DedupStage(context, corpus, clusters).annotate(output);
  }

  private StageMetadata divide(Path outputPath) throws IOException {
    refuseNamesOfParts();
    StageOutput output = context.newOutput(outputPath, Stage.DEDUP);
    run("dedup", DedupMapper.class, null, output);
    return complete(output);
  }

  private StageMetadata annotate(Path outputPath) throws IOException {
    for (Corpus.Batch batch : corpus.batches()) {
      SourceFormat format = batch.forTasks().format();
      if (!format.annotatable()) {
        throw new UsageException(
            "batch "
                + batch.name()
                + " has the format "
                + format.key()
                + ", which has no fields to add to");
      }
    }
    refuseNamesOfParts();
    StageOutput output = context.newOutput(outputPath, Stage.DEDUP);
    Path named = output.work("named");
    Path lines = output.work("lines");
    nameClusters(named);
    orderNames(named, lines);
    run("dedup, annotation", AnnotateMapper.class, lines, output);
    return complete(output);
  }

  /** Gives every document in a cluster the cluster's name and size. */
  private void nameClusters(Path named) throws IOException {
    long documents = clustered.count(ClusterCounters.DOCUMENTS);
    Job job = context.newJob("dedup, names", context.reducers(documents * RECORD_BYTES), clusters);
    corpus.configure(job);
    RecordMapper.setDecisions(job.getConfiguration(), ClusterStage.decisions(clusters));
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    job.setInputFormatClass(CorpusInputFormat.class);
    job.setMapperClass(ClusterNameMapper.class);
    job.setMapOutputKeyClass(RankKey.class);
    job.setMapOutputValueClass(Text.class);
    job.setPartitionerClass(FirstColumnPartitioner.class);
    job.setGroupingComparatorClass(RankKey.Group.class);
    job.setReducerClass(ClusterNameReducer.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
    FileOutputFormat.setOutputPath(job, named);
    context.run(job);
  }

  private void orderNames(Path named, Path lines) throws IOException {
    long documents = clustered.count(ClusterCounters.DOCUMENTS);
    Job job =
        context.newJob(
            "dedup, order of names", context.reducers(documents * RECORD_BYTES), clusters);
    ColumnPartition.setColumns(job.getConfiguration(), corpus.columns());
    job.setInputFormatClass(SequenceFileInputFormat.class);
    FileInputFormat.setInputPaths(job, PartFiles.asInput(named));
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setPartitionerClass(ColumnPartitioner.class);
    job.setReducerClass(AnnotationLineReducer.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, lines);
    context.run(job);
  }

  private void run(
      String name,
      Class<? extends Mapper<LongWritable, SourceCursor, NullWritable, NullWritable>> mapper,
      Path annotations,
      StageOutput output)
      throws IOException {
    Job job = context.newJob(name, 0, clusters);
    if (annotations != null) {
      AnnotateMapper.setLines(job.getConfiguration(), annotations);
    }
    corpus.configure(job);
    SourceInputFormat.setPartBytes(
        job.getConfiguration(), context.settings().get(Keys.DEDUP_PART_BYTES));
    RecordMapper.setDecisions(job.getConfiguration(), ClusterStage.decisions(clusters));
    job.setInputFormatClass(SourceInputFormat.class);
    job.setMapperClass(mapper);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    // The mapper writes its files itself, through the committer.
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    FileOutputFormat.setOutputPath(job, output.path());
    context.run(job);
  }

  private StageMetadata complete(StageOutput output) throws IOException {
    balance();
    listSkipped(output.path());
    listRemoved(output.path());
    return context.complete(
        output,
        Stage.DEDUP,
        corpus.identity(),
        clustered.facts(),
        String.format(
            Locale.ROOT,
            "%s kept, %,d removed, %s set aside, in %s",
            Quantity.of(
                context.count(DedupCounters.DOCUMENTS_KEPT)
                    + context.count(DedupCounters.UNREAD_KEPT),
                "document"),
            context.count(DedupCounters.DOCUMENTS_REMOVED),
            Quantity.of(
                context.count(DedupCounters.RECORDS_SET_ASIDE)
                    + context.count(DedupCounters.RESTS_UNREADABLE),
                "record"),
            Quantity.of(context.count(DedupCounters.FILES_WRITTEN), "file")));
  }

  private void balance() throws IOException {
    long kept = context.count(DedupCounters.DOCUMENTS_KEPT);
    long removed = context.count(DedupCounters.DOCUMENTS_REMOVED);
    long others =
        context.count(DedupCounters.UNREAD_KEPT)
            + context.count(DedupCounters.RECORDS_SET_ASIDE)
            + context.count(DedupCounters.RESTS_UNREADABLE);
    context.balance(
        "records read and records kept, removed or set aside",
        context.count(DedupCounters.RECORDS_READ),
        kept + removed + others);
    context.balance(
        "documents of the corpus and documents kept or removed", corpus.columns(), kept + removed);
    context.balance(
        "documents to be removed and documents removed",
        clustered.count(ClusterCounters.REMOVED)
            + context.count(DedupCounters.REMOVED_WITHOUT_SHINGLES),
        removed);
    if (!corpus.ofSets()) { // whose bad lines were left where they are
      context.balance(
          "records set aside by ingest and records set aside",
          corpus.metadata().count(IngestCounters.SKIPPED),
          others);
    }
  }

  /** Makes sure that no file has the name that a part of another is to have. */
  private void refuseNamesOfParts() throws IOException {
    long partBytes = context.settings().get(Keys.DEDUP_PART_BYTES);
    if (partBytes == 0 || corpus.bytes() <= partBytes) { // no file is so long
      return;
    }
    Set<String> parts = new HashSet<>(); // of files of many gigabytes at most a few thousand
    for (boolean gathering : new boolean[] {true, false}) {
      for (Corpus.Batch batch : corpus.batches()) {
        try (CorpusManifest.Cursor ranges =
            new CorpusManifest.Cursor(context.conf(), batch.manifest())) {
          for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
            if (gathering && range.length() > partBytes) {
              parts.add(SourceName.part(range.name(), range.start() / partBytes));
            } else if (!gathering && parts.contains(range.name())) {
              throw new UsageException(
                  range.name()
                      + " has the name of a part of another file; set "
                      + Keys.DEDUP_PART_BYTES
                      + "=0");
            }
          }
        }
      }
    }
  }

  /** Puts the batches' lists of what was set aside into one. */
  private void listSkipped(Path output) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    try (OutputStream out = fs.create(new Path(output, IngestStage.SKIPPED), true)) {
      for (Corpus.Batch batch : corpus.batches()) {
        transfer(new Path(batch.folder(), IngestStage.SKIPPED), out);
      }
    }
  }

  /** Lists what is removed for other documents, then what is removed without shingles. */
  private void listRemoved(Path output) throws IOException {
    FileSystem fs = output.getFileSystem(context.conf());
    try (OutputStream out = fs.create(new Path(output, REMOVED_BY), true)) {
      transfer(new Path(clusters, REMOVED_BY), out);
      for (FileStatus file : PartFiles.named(fs, output, DocumentsWithoutShingles.FILES)) {
        transfer(file.getPath(), out);
        fs.delete(file.getPath(), false);
      }
    }
  }

  private void transfer(Path from, OutputStream out) throws IOException {
    try (InputStream in = from.getFileSystem(context.conf()).open(from)) {
      in.transferTo(out);
    }
  }
}
