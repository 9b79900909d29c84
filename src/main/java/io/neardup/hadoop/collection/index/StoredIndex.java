package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BucketRule;
import io.neardup.minhash.SignatureColumn;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongSortedSet;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;

/**
 * The stored index of a collection, and what is done with it. None of its files is changed: pairs
 * are written as an output of stage 2, and the new runs into it, {@link #TWINS} and {@link #BANDS}.
 *
 * <p>For containment there are no runs: the documents themselves are read, as any of their windows
 * may be an anchor of a later one.
 *
 * @param twins folders of the runs of twins, oldest first
 * @param bands folders of the runs of bands, as many
 * @param signatures folders of the signatures, in the order of their columns
 */
public record StoredIndex(List<Path> twins, List<Path> bands, List<Path> signatures) {

  /** The name of the folder of a new run of twins in the output. */
  public static final String TWINS = IndexJob.Table.TWINS.folder();

  /** The name of the folder of a new run of bands in the output. */
  public static final String BANDS = IndexJob.Table.BANDS.folder();

  /**
   * A run becomes part of the new one while it has less than this many times the entries of what
   * has become part of it already. So there are about as many runs as the collection has powers of
   * {@value} batches, and each entry is copied about as often.
   */
  private static final int FAN_IN = 4;

  /**
   * Returns the first stored run that becomes part of a new one; the number of runs if none does.
   *
   * @param sizes of the stored runs, about, oldest first
   * @param added size of the new run
   */
  public static int firstMerged(List<Long> sizes, long added) {
    long merged = added;
    int first = sizes.size();
    while (first > 0 && sizes.get(first - 1) < FAN_IN * merged) {
      first--;
      merged += sizes.get(first);
    }
    return first;
  }

  /** Returns the first stored run that is to become part of that of so many new documents. */
  public int firstMerged(Configuration conf, long documents) throws IOException {
    List<Long> sizes = new ArrayList<>();
    for (Path run : twins) {
      sizes.add(entries(conf, List.of(run)));
    }
    return firstMerged(sizes, documents);
  }

  private static long entries(Configuration conf, List<Path> runs) throws IOException {
    return PartFiles.bytes(conf, runs) / RunWriter.ENTRY_BYTES;
  }

  /** Returns the folders of the signatures, the last one that of new documents. */
  public List<Path> signaturesWith(Path added) {
    List<Path> all = new ArrayList<>(signatures);
    all.add(added);
    return all;
  }

  private Map<IndexJob.Table, List<Path>> both() {
    return Map.of(IndexJob.Table.TWINS, twins, IndexJob.Table.BANDS, bands);
  }

  /**
   * Lists the pairs that have a new document, and writes the new runs. Twins decide which columns
   * are ordinary and so have entries in bands. As long as all are, one job does both; else a job
   * for twins comes first.
   *
   * @param corpus of all documents, with the new ones
   * @param added signatures of the new documents
   * @param signed their metadata
   * @param firstMerged stored runs from this one on become part of the new runs
   * @param closing the closing line of progress
   */
  public void add(
      StageContext context,
      Corpus corpus,
      Path added,
      StageMetadata signed,
      int firstMerged,
      Path buckets,
      String closing)
      throws IOException {
    if (context.settings().isOfContainment()) {
      long firstNew = corpus.lastBatch(context.conf()).firstColumn();
      List<Path> all = signaturesWith(added);
      BandBucketStage.run(context, corpus, firstNew, all, Optional.of(signed), buckets);
      return;
    }
    OwnedFolder output = context.newOutput(buckets, Stage.BAND_BUCKET);
    Path pairs = output.result();
    IndexJob job = new IndexJob(context, both()).merging(firstMerged);
    if (!areAllOrdinary(context)
        || add(job, context, added, signed, pairs, output.work("others")).columns() > 0) {
      output.clearResult();
      job = new IndexJob(context, Map.of(IndexJob.Table.TWINS, twins)).merging(firstMerged);
      ColumnSet notOrdinary = add(job, context, added, signed, pairs, output.work("not-ordinary"));
      job = new IndexJob(context, Map.of(IndexJob.Table.BANDS, bands)).merging(firstMerged);
      job = notOrdinary.columns() == 0 ? job : job.without(notOrdinary);
      add(job, context, added, signed, pairs, null);
    }
    complete(context, output, corpus, Facts.of(signed), closing);
  }

  /** Returns whether each stored column is in the bands; false if there are none. */
  private boolean areAllOrdinary(StageContext context) throws IOException {
    long columns = entries(context.conf(), twins);
    return columns > 0
        && entries(context.conf(), bands) == columns * context.settings().getInt(Keys.BANDS);
  }

  /** Runs a job that adds columns; returns those that twins have found not to be ordinary. */
  private static ColumnSet add(
      IndexJob job,
      StageContext context,
      Path signatures,
      StageMetadata signed,
      Path output,
      Path others)
      throws IOException {
    long columns = signed.count(ShingleSortCounters.SIGNATURES);
    Counters counters = job.run(signatures, output);
    context.balance(
        "signatures of new documents and signatures read",
        columns,
        counters.findCounter(IndexCounters.SIGNATURES).getValue());
    context.balance(
        "entries of new documents sent and received",
        counters.findCounter(IndexCounters.ENTRIES_SENT).getValue(),
        counters.findCounter(IndexCounters.ENTRIES_RECEIVED).getValue());
    return others == null ? null : others(context.conf(), output, others);
  }

  /**
   * Drops columns, and lists the pairs that are listed because of that; for containment, all pairs.
   * All runs become one.
   *
   * @param corpus without the documents that are dropped
   * @param dropped all dropped columns; those dropped before may be among them
   */
  public void drop(StageContext context, Corpus corpus, ColumnSet dropped, Path buckets)
      throws IOException {
    if (context.settings().isOfContainment()) {
      BandBucketStage.run(context, corpus, 0, signatures, Optional.empty(), buckets);
      return;
    }
    OwnedFolder output = context.newOutput(buckets, Stage.BAND_BUCKET);
    Path pairs = output.result();
    new IndexJob(context, Map.of(IndexJob.Table.TWINS, twins))
        .dropping(dropped)
        .run(noSignatures(context, output), pairs);
    ColumnSet ordinary = others(context.conf(), pairs, output.work("ordinary"));
    Path ofOrdinary = output.work("signatures");
    writeSignatures(context, ordinary, ofOrdinary);
    new IndexJob(context, Map.of(IndexJob.Table.BANDS, bands))
        .dropping(dropped)
        .run(ofOrdinary, pairs);
    complete(
        context,
        output,
        corpus,
        Facts.none(),
        Quantity.of(ordinary.columns(), "document") + " to be compared for the first time");
  }

  /** Makes one run of twins and one of bands, in a folder that does not exist. */
  public void merge(StageContext context, Path folder) throws IOException {
    try (OwnedFolder output = context.newOutput(folder, Stage.BAND_BUCKET)) {
      new IndexJob(context, both()).run(noSignatures(context, output), output.result());
      if (PartFiles.bytes(context.conf(), output.result()) > 0) {
        throw new StageFailedException("compaction listed pairs, but there is no new document");
      }
      context.balance(
          "entries read and written",
          context.count(IndexCounters.ENTRIES_READ),
          context.count(IndexCounters.ENTRIES_WRITTEN));
      context.progress(
          Quantity.of(context.count(IndexCounters.ENTRIES_WRITTEN), "entry", "entries"));
      output.publishComplete();
    }
    deleteBesideRuns(context.conf(), folder);
  }

  /** Deletes all of an output but its new runs, which a generation is to name. */
  public static void deleteBesideRuns(Configuration conf, Path buckets) throws IOException {
    FileSystem fs = buckets.getFileSystem(conf);
    fs.delete(new Path(buckets, StageFolder.SUCCESS), false); // first: it is not complete any more
    Path[] others =
        FileUtil.stat2Paths(
            fs.listStatus(buckets, child -> !Set.of(TWINS, BANDS).contains(child.getName())));
    for (Path other : others) {
      fs.delete(other, true);
    }
    if (!fs.exists(new Path(buckets, TWINS))) { // containment has no runs
      fs.delete(buckets, true);
    }
  }

  /**
   * Returns the columns that are listed with a document if it alone is added, ascending.
   *
   * @param settings of the collection
   * @param signature holds its slots, from an offset on
   */
  public LongSortedSet candidates(
      Configuration conf, Settings settings, byte[] signature, int offset) throws IOException {
    BandingScheme scheme = settings.banding();
    BandHasher hasher = new BandHasher(scheme);
    LongSortedSet found = new LongRBTreeSet();
    BucketRule rule = IndexJob.Table.TWINS.rule(settings);
    int number;
    try (MergedRuns runs = new MergedRuns(conf, twins)) {
      number = add(runs, 0, hasher.signatureHash(signature, offset), rule, found);
    }
    if (number < rule.maxColumns()) { // it is ordinary
      rule = IndexJob.Table.BANDS.rule(settings);
      try (MergedRuns runs = new MergedRuns(conf, bands)) {
        for (int band = 0; band < scheme.bands(); band++) {
          add(runs, band, hasher.bandHash(signature, offset, band), rule, found);
        }
      }
    }
    return found;
  }

  /**
   * Adds the columns of a bucket that are listed with a greater one. Returns how many the bucket
   * has, or how many are listed in full if it has more.
   */
  private static int add(
      MergedRuns runs, int band, long hash, BucketRule rule, LongSortedSet listed)
      throws IOException {
    LongArrayList columns = new LongArrayList();
    runs.seek(band, hash);
    while (runs.isAt(band, hash)
        && runs.column() != MergedRuns.NONE
        && columns.size() < rule.listedInFull()) {
      columns.add(runs.column());
      runs.nextColumn();
    }
    boolean isFull = columns.size() == rule.listedInFull();
    listed.addAll(isFull ? columns.subList(0, rule.heads()) : columns);
    return columns.size();
  }

  private static void complete(
      StageContext context, OwnedFolder output, Corpus corpus, Facts facts, String closing)
      throws IOException {
    context.complete(
        output,
        Stage.BAND_BUCKET,
        corpus.identity(),
        facts
            .with(Fact.COLUMNS, corpus.columns())
            .with(Fact.BATCHES, corpus.batches().size())
            .with(Fact.SLOTS, context.settings().slots()),
        closing);
  }

  private void writeSignatures(StageContext context, ColumnSet columns, Path folder)
      throws IOException {
    Configuration conf = context.conf();
    int slots = context.settings().slots();
    try (SignatureCursor stored = new SignatureCursor(conf, signatures, slots);
        ColumnSet.Cursor wanted = columns.read(conf);
        OutputStream out = PartFiles.createOnly(conf, folder)) {
      for (long column = wanted.next(); column >= 0; column = wanted.next()) {
        if (!stored.seek(column)) {
          throw new IOException("column " + column + " has twins but no signature");
        }
        out.write(
            stored.bytes(),
            stored.slotsOffset() - SignatureColumn.SLOTS_OFFSET,
            SignatureColumn.length(slots));
      }
    }
  }

  private static Path noSignatures(StageContext context, OwnedFolder output) throws IOException {
    Path folder = output.work("no-signatures");
    PartFiles.createOnly(context.conf(), folder).close();
    return folder;
  }

  /** Moves the columns that twins decide on, in any order, into one file. */
  private static ColumnSet others(Configuration conf, Path output, Path file) throws IOException {
    Path folder = new Path(output, IndexReducer.OTHERS);
    ColumnBits others = new ColumnBits();
    for (FileStatus part : PartFiles.of(conf, folder)) {
      ColumnBits.read(conf, part.getPath()).forEach(others::add);
    }
    folder.getFileSystem(conf).delete(folder, true);
    return others.write(conf, file);
  }
}
