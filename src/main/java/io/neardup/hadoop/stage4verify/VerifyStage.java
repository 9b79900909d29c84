package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.job.JobSize;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage3candidatelist.CandidateListCounters;
import io.neardup.hadoop.stage4verify.compare.ComparedDocument;
import io.neardup.hadoop.stage4verify.compare.ComparisonLoad;
import io.neardup.hadoop.stage4verify.compare.ComparisonMapper;
import io.neardup.hadoop.stage4verify.compare.ComparisonReducer;
import io.neardup.hadoop.stage4verify.compare.DocumentBlocks;
import io.neardup.hadoop.stage4verify.compare.PairNotes;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage4verify.filter.ListedSignature;
import io.neardup.hadoop.stage4verify.filter.SignatureFilterMapper;
import io.neardup.hadoop.stage4verify.filter.SignatureFilterReducer;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NamedLinesOutputFormat;
import io.neardup.hadoop.table.PairsOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;

/** Runs stage 4: candidate lists to verified pairs. */
public final class VerifyStage {

  /** Fraction of a sort buffer that a split may fill, leaving room for documents sent twice. */
  private static final double SENT_ONCE = 0.6;

  /** The most columns of a block of the signature filter. */
  private static final int MAX_BLOCK_COLUMNS = 1 << 16;

  /** How many bytes the signatures of such a block may take; a single one may take more. */
  private static final long SIGNATURE_BYTES = 32L << 20;

  /** Bytes to shingle a document of 8 MiB, with everything else that a task needs. */
  private static final long ONE_DOCUMENT = 192L << 20;

  /** Divisor of the heap: a task of the comparison gives at least 1/{@value} to documents. */
  private static final int PART_OF_HEAP = 5;

  private static final long MAX_BYTES = 1L << 30;

  /** Into about so many blocks, at least, many documents are divided: memory costs time, too. */
  private static final int BLOCKS = 16;

  /** The fewest columns of such a block. */
  private static final int MIN_COLUMNS = 1_000;

  private final StageContext context;
  private final Corpus corpus;
  private final VerifyInput input;
  private final StageMetadata lists;
  private final int slots;

  private VerifyStage(StageContext context, VerifyInput input, StageMetadata lists) {
    this.context = context;
    this.corpus = input.corpus();
    this.input = input;
    this.lists = lists;
    this.slots = Math.toIntExact(lists.number(Fact.SLOTS));
  }

  /** Verifies the candidates of a corpus and returns the metadata of the pairs. */
  public static StageMetadata run(
      StageContext context, Path corpusPath, Path signatures, Path candidates, Path output)
      throws IOException {
    StageMetadata columns = context.inherit(signatures, Stage.SHINGLE_SORT);
    StageMetadata lists = context.inherit(candidates, Stage.CANDIDATE_LIST);
    Corpus corpus = Corpus.open(context, corpusPath, signatures, columns);
    StageContext.requireSameCorpus(signatures, columns, candidates, lists);
    Configuration conf = context.conf();
    VerifyInput all =
        new VerifyInput(
            corpus,
            List.of(new StageFolder(conf, signatures).path()),
            new StageFolder(conf, candidates).path(),
            columns.count(ShingleSortCounters.SHINGLE_OCCURRENCES),
            0);
    return new VerifyStage(context, all, lists).verify(output);
  }

  /** Verifies candidates and returns the metadata of the pairs. */
  public static StageMetadata run(StageContext context, VerifyInput input, Path output)
      throws IOException {
    return of(context, input).verify(output);
  }

  /**
   * Runs only the signature filter, which writes the plausible pairs into a folder that does not
   * exist. Adds the counts of candidates and plausible pairs to those of the context.
   */
  static void filter(StageContext context, VerifyInput input, Path plausible) throws IOException {
    of(context, input).signatureFilter(plausible);
  }

  private static VerifyStage of(StageContext context, VerifyInput input) throws IOException {
    StageMetadata lists = context.inherit(input.candidates(), Stage.CANDIDATE_LIST);
    return new VerifyStage(context, input, lists);
  }

  private StageMetadata verify(Path outputPath) throws IOException {
    Settings settings = context.settings();
    if (settings.get(Keys.VERIFY_MODE).equals("none")) {
      throw new UsageException(Keys.VERIFY_MODE + "=none: there is nothing to verify");
    }
    OwnedFolder output = context.newOutput(outputPath, Stage.VERIFY);
    Path plausible = output.work("plausible");
    signatureFilter(plausible);
    compare(plausible, output);
    long kept = context.count(VerifyCounters.PAIRS_KEPT);
    return context.complete(
        output,
        Stage.VERIFY,
        corpus.identity(),
        Facts.of(lists),
        String.format(
            Locale.ROOT,
            "%s of %s %s or more, of %,d compared",
            Quantity.of(kept, "pair"),
            settings.isOfContainment() ? "containment" : "similarity",
            settings.get(Keys.THRESHOLD),
            context.count(VerifyCounters.PLAUSIBLE)));
  }

  private void signatureFilter(Path plausible) throws IOException {
    long pairs = lists.count(CandidateListCounters.CANDIDATES);
    Path candidates = input.candidates();
    long bytes = PartFiles.bytes(context.conf(), candidates);
    long columns = corpus.columns() - input.first();
    long sent = bytes + columns * Integer.BYTES * slots;
    int reducers = context.reducers(sent);
    int blockSize = signatureBlockSize(columns, slots, reducers);
    StageJob<?, ?> job = StageJob.of(context, "verify, signature filter", reducers, candidates);
    Verification.readSignatures(job, input.signatures());
    job.set(conf -> SignatureInputFormat.setSlots(conf, slots))
        .set(conf -> ColumnPartition.setColumns(conf, input.first(), corpus.columns()))
        .set(conf -> conf.setInt(Verification.BLOCK_SIZE, blockSize))
        .set(conf -> EmbeddedDefaults.fitSortBuffer(conf, sent, 1))
        .readParts(TextInputFormat.class, bytes, candidates)
        .map(SignatureFilterMapper.class, GroupedKey.class, ListedSignature.class)
        .partition(FirstColumnPartitioner.class)
        .group(GroupedKey.Group.class)
        .reduce(SignatureFilterReducer.class);
    NamedLinesOutputFormat.writeTo(job, SignatureFilterReducer.MARKS, plausible).run();
    context.balance("candidates listed and looked at", pairs, VerifyCounters.CANDIDATES);
    context.balance(
        "candidates looked at and plausible or implausible pairs",
        VerifyCounters.CANDIDATES,
        VerifyCounters.PLAUSIBLE,
        VerifyCounters.IMPLAUSIBLE);
  }

  private void compare(Path plausible, OwnedFolder output) throws IOException {
    Path table = output.work("blocks");
    Path columns = output.work("columns");
    long needed = DocumentBlocks.sortMarks(context.conf(), plausible, columns);
    // Most documents may be in no pair, as where a batch is added to many others.
    Corpus documents =
        needed < corpus.documents() / 2 ? corpus.only(context.conf(), columns) : corpus;
    int parts = context.reducers(documents.bytes());
    StageJob<?, ?> job =
        StageJob.of(context, "verify, comparison", parts).set(documents::configure);
    long memory = shareMemory(job.conf()); // once it is decided where the job runs
    ComparisonLoad load = ComparisonLoad.read(job.conf(), plausible, corpus.columns());
    int most = DocumentBlocks.maxColumns(corpus.columns(), input.shingles(), memory);
    int size = (int) Math.min(most, Math.max(MIN_COLUMNS, needed / BLOCKS));
    DocumentBlocks.write(job.conf(), columns, load.parts(parts), parts, size, table);
    long blocks = (long) parts * DocumentBlocks.blocksOfPart(parts);
    Counters counters =
        job.readBeside(Verification.PLAUSIBLE, plausible)
            .readBeside(Verification.BLOCKS, table)
            .set(conf -> SignatureInputFormat.setSlots(conf, slots))
            .set(conf -> ColumnPartition.setColumns(conf, 1, blocks + 1))
            .set(conf -> conf.setLong(Verification.BYTES_IN_MEMORY, memory))
            .set(conf -> CorpusInput.fitSortBuffer(conf, documents.bytes()))
            .set(conf -> fitSplits(conf, documents))
            .read(CorpusInputFormat.class)
            .map(ComparisonMapper.class, GroupedKey.class, ComparedDocument.class)
            .partition(FirstColumnPartitioner.class)
            .group(GroupedKey.Group.class)
            .reduce(ComparisonReducer.class)
            .write(PairsOutputFormat.class, GroupedKey.class, Text.class, output.result())
            .run();
    context.balance(
        "plausible pairs and pairs kept or below the threshold",
        VerifyCounters.PLAUSIBLE,
        VerifyCounters.PAIRS_KEPT,
        VerifyCounters.BELOW_THRESHOLD);
    context.balance(
        "pairs kept and written",
        counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue(),
        VerifyCounters.PAIRS_KEPT);
  }

  /**
   * Limits the splits of map tasks inside this process so that their output usually fits the sort
   * buffer; otherwise all output would be written twice.
   */
  private void fitSplits(Configuration conf, Corpus documents) {
    if (LocalRunner.isUsed(conf) && context.settings().get(Keys.SPLIT_BYTES) == 0) {
      long buffer = conf.getLong(MRJobConfig.IO_SORT_MB, 100) << 20;
      long fits = (long) (SENT_ONCE * buffer);
      long split = Math.min(CorpusInput.splitBytes(conf, documents.bytes()), fits);
      conf.setLong(Keys.SPLIT_BYTES.name(), split);
    }
  }

  /**
   * Limits how many reduce tasks of the comparison run at once, so that each has room for long
   * documents, and returns how many bytes of documents each may hold.
   */
  private static long shareMemory(Configuration conf) {
    JobSize.leaveToReduceTask(conf, ONE_DOCUMENT * 3 / 2);
    long heap = JobSize.reduceHeapBytes(conf);
    long share = Math.max(heap / PART_OF_HEAP, (heap - ONE_DOCUMENT) / 2);
    return Math.max(Verification.MIN_BYTES, Math.min(MAX_BYTES, share));
  }

  /** Returns the most columns whose signatures fit in memory, so that each task has a block. */
  static int signatureBlockSize(long columns, int slots, int reducers) {
    long inMemory = SIGNATURE_BYTES / ((long) Integer.BYTES * slots);
    long size = Math.min(inMemory, (columns + reducers - 1) / reducers);
    return (int) Math.max(1, Math.min(MAX_BLOCK_COLUMNS, size));
  }

  /**
   * Returns the numbers of kept pairs of an output by similarity: of 0 to below 0.01, of 0.01 to
   * below 0.02 …, and last of those of similarity 1.
   */
  public static long[] similarities(Configuration conf, Path output) throws IOException {
    return TaskNotes.readCounts(conf, output, PairNotes.SIMILARITIES, PairNotes.BINS);
  }
}
