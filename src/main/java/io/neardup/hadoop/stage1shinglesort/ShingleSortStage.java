package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.RawOutputFormat;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.text.DocumentShingler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Runs stage 1: corpus to signature columns. */
public final class ShingleSortStage {

  /** An expression of ignored text that matches in none of so many documents is worth a warning. */
  private static final long MANY_DOCUMENTS = 1000;

  private ShingleSortStage() {}

  /** Makes the signatures of a corpus and returns their metadata. */
  public static StageMetadata run(StageContext context, Path corpusPath, Path outputPath)
      throws IOException {
    CollectionSettings.inherit(context.conf(), corpusPath);
    return run(context, Corpus.open(context, corpusPath), outputPath);
  }

  /** Makes the signatures of a corpus and returns their metadata. */
  public static StageMetadata run(StageContext context, Corpus corpus, Path outputPath)
      throws IOException {
    Settings settings = context.settings();
    // It fails here, not in a task, if stop words are missing.
    DocumentShingler shingler = Shinglers.of(context.conf(), settings);
    context.add(ShingleSortCounters.STOP_SHINGLES, shingler.stopShingles());
    OwnedFolder output = context.newOutput(outputPath, Stage.SHINGLE_SORT);
    int slots = settings.slots();
    boolean sort = settings.sortsPairs();
    long sent = sentBytes(settings, corpus.documents(), corpus.bytes(), slots);
    int reducers = context.reducers(sent);
    StageJob<?, ?> job =
        StageJob.of(context, "shingle-sort", reducers)
            .set(conf -> SignatureInputFormat.setSlots(conf, slots))
            .set(corpus::configure)
            .set(conf -> ColumnPartition.setColumns(conf, corpus.firstColumn(), corpus.columns()))
            .set(conf -> CorpusInput.fitSortBuffer(conf, sent))
            .read(CorpusInputFormat.Texts.class);
    Counters counters =
        (sort ? sort(job, settings, corpus, slots, reducers) : local(job))
            .write(RawOutputFormat.class, NullWritable.class, BytesWritable.class, output.result())
            .run();
    checkBalance(context, corpus, sort, counters);
    warnOfIgnoredText(context, output.result());
    long signatures = context.count(ShingleSortCounters.SIGNATURES);
    String closing = Quantity.of(signatures, "signature") + " of " + Quantity.of(slots, "slot");
    if (sort) {
      closing +=
          " from " + Quantity.of(context.count(ShingleSortCounters.PAIRS_SORTED), "sorted pair");
    }
    StageMetadata complete =
        context.complete(
            output,
            Stage.SHINGLE_SORT,
            corpus.identity(),
            corpus.facts().with(Fact.SLOTS, slots).with(Fact.SIGNATURES, signatures),
            closing);
    warning(corpus.metadata(), complete)
        .ifPresent(warning -> context.progress("warning: " + warning));
    return complete;
  }

  /** Returns a warning if most texts have a single shingle. */
  public static Optional<String> warning(StageMetadata corpus, StageMetadata signatures) {
    long documents = signatures.count(ShingleSortCounters.SIGNATURES);
    long shingles =
        signatures.count(ShingleSortCounters.SHINGLE_OCCURRENCES)
            + signatures.count(ShingleSortCounters.STOP_SHINGLE_OCCURRENCES);
    return 2 * shingles >= 3 * documents || corpus.text(Fact.FORMATS).equals("sets")
        ? Optional.empty()
        : Optional.of(
            Quantity.format(
                "most documents have a single shingle, so that only equal ones are similar (%s, %s,"
                    + " %s)",
                Keys.SHINGLE_UNIT, Keys.SHINGLE_SIZE, Keys.WORD_BOUNDARIES));
  }

  /** Plan {@code sort}: pairs of document and shingle are shuffled, block by block of columns. */
  private static StageJob<?, ?> sort(
      StageJob<?, ?> job, Settings settings, Corpus corpus, int slots, int reducers) {
    long columns = corpus.columns() - corpus.firstColumn();
    int blockSize = ShingleSortMapper.blockSize(settings, columns, slots, reducers);
    return job.set(conf -> conf.setInt(ShingleSortMapper.BLOCK_SIZE, blockSize))
        .map(ShingleSortMapper.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(ShingleSortReducer.class);
  }

  /** Plan {@code local}: whole signatures are shuffled. */
  private static StageJob<?, ?> local(StageJob<?, ?> job) {
    return job.map(LocalSignatures.Columns.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(LocalSignatures.Writer.class);
  }

  private static void warnOfIgnoredText(StageContext context, Path output) throws IOException {
    List<String> ignored = Shinglers.shingleSettings(context.settings(), false).ignored();
    long documents = context.count(ShingleSortCounters.DOCUMENTS);
    if (ignored.isEmpty() || documents < MANY_DOCUMENTS) {
      return;
    }
    long[] matches =
        TaskNotes.readCounts(context.conf(), output, Sketching.IGNORED_TEXT, ignored.size());
    for (int e = 0; e < matches.length; e++) {
      if (matches[e] == 0) {
        context.progress(
            Quantity.format(
                "warning: %s: nothing in %,d documents matches %s",
                Keys.IGNORED_TEXT, documents, ignored.get(e)));
      }
    }
  }

  private static void checkBalance(
      StageContext context, Corpus corpus, boolean sort, Counters counters) throws IOException {
    context.balance(
        "documents of the corpus and documents read",
        corpus.documents(),
        ShingleSortCounters.DOCUMENTS);
    context.balance(
        "documents read and signatures or documents without shingles",
        ShingleSortCounters.DOCUMENTS,
        ShingleSortCounters.SIGNATURES,
        ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES);
    if (sort) {
      context.balance(
          "pairs sorted and reduced",
          ShingleSortCounters.PAIRS_SORTED,
          ShingleSortCounters.PAIRS_REDUCED);
    } else {
      context.balance(
          "signatures sent and reduced",
          counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue(),
          ShingleSortCounters.SIGNATURES);
    }
  }

  /** Returns how many bytes map tasks send, about: a text has no more pairs than bytes. */
  private static long sentBytes(Settings settings, long columns, long bytes, long slots) {
    if (!settings.sortsPairs()) {
      return columns * (Long.BYTES + slots * Integer.BYTES);
    }
    long pairs = settings.get(Keys.SIGNATURE_PRUNING) ? Math.min(columns * slots, bytes) : bytes;
    return pairs * PairBatch.PAIR_BYTES;
  }
}
