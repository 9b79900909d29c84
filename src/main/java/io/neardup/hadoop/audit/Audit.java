package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.OrphanedJobs;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.stage6dedup.CollectionCheck;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.PairsCounters;
import io.neardup.hadoop.table.SignatureInputFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Audits the results of a pipeline. Two jobs read the corpus; nothing of the results is changed.
 */
public final class Audit {

  /** The most documents that may be sampled. */
  public static final int MAX_DOCUMENTS = 1_000_000;

  private static final long MAX_BLOCK_BYTES = 64L << 20;
  private static final int SORT_MEBIBYTES = 16;

  // Bytes of heap of a task in this process, and for each byte of the longest sampled text: two
  // sets of shingles, the keys of their prefixes, and the text.
  private static final long TASK_BYTES = 96L << 20;
  private static final int HEAP_OF_TEXT = 32;

  // Bytes of records to be shuffled, about.
  private static final long FINDING_BYTES = 64;

  private final StageContext context;
  private final Results results;
  private final List<String> changed = new ArrayList<>(); // since it was written, as messages
  private final Corpus corpus;
  private final boolean hasCollection; // documents have been divided into kept and removed
  private final OwnedFolder folder;
  private final double threshold;
  private final long seed;
  private final long asked;

  private Audit(StageContext context, OwnedFolder folder, long asked, long seed)
      throws IOException {
    this.context = context;
    this.folder = folder;
    this.asked = asked;
    this.seed = seed;
    results = new Results(context.conf(), folder.path());
    for (Stage stage :
        List.of(Stage.SHINGLE_SORT, Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER)) {
      open(stage);
    }
    StageFolder collection = new StageFolder(context.conf(), results.of(Stage.DEDUP));
    hasCollection = collection.isComplete();
    if (hasCollection) { // users may change it
      StageFolder.inherit(context.conf(), collection.path(), collection.require(Stage.DEDUP));
    }
    threshold = context.settings().get(Keys.THRESHOLD);
    if (threshold == 0) {
      throw new UsageException(
          Keys.THRESHOLD
              + "=0: every two documents are near-duplicates; there is nothing to audit");
    }
    Path clusters = results.of(Stage.CLUSTER);
    corpus = Corpus.open(context, results.corpus(), clusters, results.stages().get(Stage.CLUSTER));
    if (corpus.columns() == 0) {
      throw new UsageException(corpus.path() + " has no document to audit");
    }
  }

  /** Opens a stage, inherits its configuration, and records whether its files have changed. */
  private void open(Stage stage) throws IOException {
    StageFolder.inherit(context.conf(), results.of(stage), results.open(stage));
    try {
      new StageFolder(context.conf(), results.of(stage)).requireFiles();
    } catch (UsageException e) {
      changed.add(e.getMessage());
    }
  }

  /**
   * Audits the results of a pipeline and writes {@code audit.json} beside them.
   *
   * @param results the output of a pipeline
   * @param documents how many documents to sample
   * @param seed decides which documents are sampled
   * @param maxComparisons fewer documents are sampled if more comparisons than this are predicted
   * @throws UsageException if there are no such results, or nothing to compare
   */
  public static AuditFigures run(
      Configuration conf,
      PrintStream progress,
      Path results,
      long documents,
      long seed,
      long maxComparisons)
      throws IOException {
    new Results(conf, results).requireExisting();
    try (OwnedFolder folder =
        OwnedFolder.take(
            conf, results, OwnedFolder.PIPELINE, OwnedFolder.PIPELINE, progress, true)) {
      OrphanedJobs.mark(conf, folder.locked());
      StageContext context = new StageContext(conf, progress, "audit:", false);
      AuditFigures figures = new Audit(context, folder, documents, seed).run(maxComparisons);
      AuditFigures.FILE.write(folder, figures);
      return figures;
    }
  }

  private AuditFigures run(long maxComparisons) throws IOException {
    long documents = corpus.documents();
    ColumnBits dropped = ColumnBits.read(context.conf(), corpus.dropped());
    SampledColumns sample = sample(dropped, asked);
    Path sampled = folder.work("sample");
    sample(sample, sampled);
    Configuration conf = new Configuration(context.conf());
    configure(conf, tasks(sample, null, List.of()));
    SampleFile file = new SampleFile(conf, PartFiles.of(conf, sampled).get(0).getPath());
    long most = Math.min(asked, documents);
    ComparisonForecast forecast = ComparisonForecast.of(conf, file, seed, most, documents);
    List<Integer> blocks = blocks(conf, file, sample);
    long size = most;
    long work = forecast.work(size, documents, blocks.size(), corpus.bytes());
    long all = work;
    while (size > 1 && work > maxComparisons) {
      size /= 2;
      sample = sample(dropped, size);
      blocks = blocks(conf, file, sample);
      work = forecast.work(size, documents, blocks.size(), corpus.bytes());
    }
    if (size < most) {
      context.progress(
          "%,d documents would need about %,d comparisons; only %,d are compared. To compare"
              + " more, set --max-comparisons",
          most, all, size);
    }
    Path judged = folder.work("judged");
    search(sample, file, blocks, work, judged);
    requireSum(AuditCounters.PAIRS_SUM, PairsCounters.PAIRS_CHECKSUM, "its lines");
    requireSum(
        AuditCounters.COLUMNS_SUM, PairsCounters.COLUMNS_CHECKSUM, "the lines of its columns");
    context.balance("documents sampled and judged", size, context.count(AuditCounters.SAMPLED));
    checkCollection();
    long withNearDuplicate = context.count(AuditCounters.WITH_NEAR_DUPLICATE);
    return AuditFigures.of(
        context,
        judged,
        changed,
        new AuditFigures.Sampled(seed, asked, size, documents, withNearDuplicate, work, threshold));
  }

  /** Records it as a change if the lines of pairs are not those that stage 4 wrote. */
  private void requireSum(AuditCounters found, PairsCounters written, String lines) {
    StageMetadata verified = results.stages().get(Stage.VERIFY);
    if (verified.count(written) != context.count(found)) {
      changed.add(
          Quantity.format(
              "%s: %s are not those that were written; run verify again",
              results.of(Stage.VERIFY), lines));
    }
  }

  private SampledColumns sample(ColumnBits dropped, long size) {
    return SampledColumns.of(seed, (int) size, corpus.columns(), dropped::contains);
  }

  /** Looks for all documents in the collection, if there is one. */
  private void checkCollection() throws IOException {
    Path collection = results.of(Stage.DEDUP);
    CollectionCheck check =
        new CollectionCheck(context, corpus, results.of(Stage.CLUSTER), collection);
    if (hasCollection && !corpus.ofSets()) {
      changed.addAll(check.run(folder.work("checked")));
      long more = check.moreFiles();
      if (more > 0) {
        changed.add(collection + " has " + Quantity.of(more, "file") + " that it should not have");
      }
    }
  }

  private AuditTasks tasks(SampledColumns sample, String documents, List<Integer> blocks) {
    return new AuditTasks(results.folder().toString(), sample, documents, blocks);
  }

  private void sample(SampledColumns sample, Path output) throws IOException {
    StageJob<?, ?> job =
        StageJob.of(
            context, "audit, sample", 1, results.of(Stage.SHINGLE_SORT), results.of(Stage.CLUSTER));
    configure(job.conf(), tasks(sample, null, List.of()));
    job.read(CorpusInputFormat.class)
        .map(SampledDocument.Sampler.class, GroupedKey.class, SampledDocument.class)
        .write(SequenceFileOutputFormat.class, GroupedKey.class, SampledDocument.class, output)
        .run();
  }

  private void search(
      SampledColumns sample, SampleFile file, List<Integer> blocks, long work, Path output)
      throws IOException {
    int reducers = context.reducers(Math.multiplyExact(FINDING_BYTES, work));
    StageJob<?, ?> job =
        StageJob.of(
            context,
            "audit, search",
            reducers,
            results.of(Stage.SHINGLE_SORT),
            results.of(Stage.CANDIDATE_LIST),
            results.of(Stage.VERIFY),
            results.of(Stage.CLUSTER));
    Configuration conf = job.conf();
    configure(conf, tasks(sample, file.path().toString(), blocks));
    if (LocalRunner.isUsed(conf)) {
      // The index is made once in each task, so there is one task for a core.
      long split = corpus.bytes() / LocalRunner.mapTasks(conf) + 1;
      conf.setLong(
          Keys.SPLIT_BYTES.name(), Math.max(split, CorpusInput.splitBytes(conf, corpus.bytes())));
      long heap = TASK_BYTES + HEAP_OF_TEXT * file.longest();
      LocalRunner.limit(conf, LocalRunner.MAP_TASKS, Runtime.getRuntime().maxMemory() / heap);
      if (EmbeddedDefaults.isDefault(conf, MRJobConfig.IO_SORT_MB)
          || conf.getLong(MRJobConfig.IO_SORT_MB, 0) > SORT_MEBIBYTES) {
        conf.setLong(MRJobConfig.IO_SORT_MB, SORT_MEBIBYTES);
      }
    }
    job.read(AuditMapper.Splits.class)
        .map(AuditMapper.class, GroupedKey.class, Finding.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(AuditReducer.class)
        .writeLines(output)
        .run();
  }

  private static List<Integer> blocks(Configuration conf, SampleFile file, SampledColumns sample) {
    long bytes =
        LocalRunner.isUsed(conf)
            ? 2 * Runtime.getRuntime().maxMemory() / (5L * LocalRunner.mapTasks(conf))
            : MAX_BLOCK_BYTES;
    return file.blocks(sample, Math.min(MAX_BLOCK_BYTES, bytes));
  }

  /** Sets what the tasks of both jobs need. */
  private void configure(Configuration conf, AuditTasks tasks) throws IOException {
    corpus.configure(conf);
    ColumnPartition.setColumns(conf, corpus.columns());
    SignatureInputFormat.setSlots(
        conf, Math.toIntExact(results.stages().get(Stage.SHINGLE_SORT).number(Fact.SLOTS)));
    tasks.set(conf);
  }
}
