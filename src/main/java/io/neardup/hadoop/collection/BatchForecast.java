package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.cost.CorpusLoad;
import io.neardup.hadoop.cost.StageCost;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.stage0ingest.IngestCounters;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCost;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.stage2bandbucket.BandMembers;
import io.neardup.hadoop.stage2bandbucket.BandRun;
import io.neardup.hadoop.stage3candidatelist.CandidateListCost;
import io.neardup.hadoop.stage4verify.VerifyCost;
import io.neardup.hadoop.stage4verify.VerifyCounters;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What the next addition to a collection would cost, for documents like those that it has: as long,
 * with as many shingles, and with as many near-duplicates each. All of it is computed from the
 * metadata and the lengths of stored files, and from the rule by which {@link RunSizes} merges
 * runs; no document is read.
 */
final class BatchForecast {

  /** How often an addition reads the decisions. */
  static final int READS_OF_DECISIONS = 3;

  /** The jobs of stage 4: the signature filter and the comparison. */
  private static final int VERIFY_JOBS = 2;

  /** Bytes of an entry of a run whose documents are not near-duplicates of each other. */
  private static final double ENTRY_BYTES = 8.4;

  private static final int BYTES_OF_RUN = 250_000; // that a cursor holds, beside the footer
  private static final int MAX_BATCHES = 10_000;

  private final StageContext context;
  private final CollectionIndex index;
  private final long documents; // new ones
  private final int slots;
  private final CorpusLoad load;
  private final StageCost signing;
  private final List<Long> twinEntries;
  private final List<Long> twinBytes = new ArrayList<>();
  private final List<Long> bandBytes = new ArrayList<>();
  private final long bandEntries;
  private final int firstMerged;
  private final double plausible; // pairs of all documents

  /**
   * Reads what is stored about a generation.
   *
   * @param context with the settings of the collection
   * @param documents how many are added, at least 1
   * @throws UsageException if the collection has no documents
   */
  BatchForecast(StageContext context, CollectionIndex index, long documents) throws IOException {
    this.context = context;
    this.index = index;
    this.documents = documents;
    Configuration conf = context.conf();
    this.slots = context.settings().getInt(Keys.BANDS) * context.settings().getInt(Keys.ROWS);
    this.load = load(conf);
    this.signing = ShingleSortCost.of(context, load);
    this.twinEntries = RunSizes.of(conf, index.twins());
    this.bandEntries = sum(RunSizes.of(conf, index.bands()));
    for (Path run : index.twins()) {
      twinBytes.add(PartFiles.bytes(conf, run));
    }
    for (Path run : index.bands()) {
      bandBytes.add(PartFiles.bytes(conf, run));
    }
    this.firstMerged = RunSizes.firstMerged(twinEntries, Math.round(load.columns()));
    double pairs = 0;
    for (Path run : index.pairs()) {
      pairs += new StageFolder(conf, run).require(Stage.VERIFY).count(VerifyCounters.PLAUSIBLE);
    }
    this.plausible = pairs;
  }

  /** Returns the new documents, scaled from all that were ever added. */
  private CorpusLoad load(Configuration conf) throws IOException {
    long columns = 0;
    long files = 0;
    long bytes = 0;
    long text = 0;
    for (Corpus.Batch batch : index.batches(conf)) {
      columns += batch.metadata().columns();
      files += batch.metadata().number(Fact.FILES);
      bytes += batch.metadata().number(Fact.BYTES);
      text += batch.metadata().count(IngestCounters.TEXT_BYTES);
    }
    if (columns == 0 || index.count(CollectionIndex.DOCUMENTS) == 0) {
      throw new UsageException(
          index.collection()
              + ": cannot estimate, because the collection has no documents; add some first");
    }
    long signed = 0;
    long shingles = 0;
    long sorted = 0;
    for (Path folder : index.signatures()) {
      StageMetadata stage = new StageFolder(conf, folder).require(Stage.SHINGLE_SORT);
      signed += stage.count(ShingleSortCounters.SIGNATURES);
      shingles += stage.count(ShingleSortCounters.SHINGLE_OCCURRENCES);
      sorted += stage.count(ShingleSortCounters.PAIRS_SORTED);
    }
    double growth = documents / (double) columns;
    return new CorpusLoad(
        documents,
        Math.max(1, files / (double) index.generation().batches().size()),
        bytes * growth,
        text * growth,
        0,
        0,
        signed * growth,
        shingles * growth,
        sorted * growth);
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(number -> number).sum();
  }

  /** Returns the bytes of the texts of the input. */
  double ingestedBytes() {
    return load.textBytes();
  }

  /** Returns the bytes of the texts that are signed. */
  double signedBytes() {
    return load.textBytes();
  }

  /** Returns the bytes shuffled to sign them. */
  double signingShuffle() {
    return signing.bytes();
  }

  /** Returns how many runs each of the two indexes has. */
  int runs() {
    return twinEntries.size();
  }

  /** Returns how many of the last runs become part of the new one. */
  int mergedRuns() {
    return runs() - firstMerged;
  }

  /**
   * Returns the bytes of all runs. They are all read if some of them are merged; else blocks
   * without a hash of a new document are skipped.
   */
  long indexBytesRead() {
    return sum(twinBytes) + sum(bandBytes);
  }

  /** Returns about how many bytes the new runs of twins and bands have. */
  double runBytesWritten() {
    return merged(twinBytes) + merged(bandBytes) + entriesShuffled() * ENTRY_BYTES;
  }

  /** Returns the bytes of the stored runs that a new one takes in. */
  private long merged(List<Long> bytes) {
    return sum(bytes.subList(firstMerged, bytes.size()));
  }

  /** Returns the mean number of entries of bands that a document with a signature has. */
  private double bandsOfColumn() {
    long columns = sum(twinEntries);
    return columns == 0 ? 0 : bandEntries / (double) columns;
  }

  /** Returns the bytes of the new signatures. */
  double signatureBytesWritten() {
    return load.columns() * SignatureColumn.length(slots);
  }

  /** Returns the entries of new documents that are shuffled to both indexes. */
  double entriesShuffled() {
    return load.columns() * (1 + bandsOfColumn());
  }

  /** Returns the bytes of these entries, without keys. */
  double entryBytesShuffled() {
    return entriesShuffled() * BandRun.ENTRY_BYTES;
  }

  /** Returns how many documents the collection has. */
  long stored() {
    return index.count(CollectionIndex.DOCUMENTS);
  }

  /**
   * Returns about how many documents of earlier batches are read to be compared. Of D documents
   * that make F plausible pairs, each has 2F/D partners, and so have the new ones among the old. N
   * new ones draw 2NF/D partners of D, some of them more than once.
   */
  double partners() {
    return stored() * -Math.expm1(-drawn() / stored());
  }

  /** Returns how many plausible pairs the new documents make with old ones. */
  private double drawn() {
    return documents * 2 * plausible / stored();
  }

  /** Returns the bytes of the texts of these documents. */
  double partnerBytes() {
    return partners() * load.perDocument(load.textBytes());
  }

  /** Returns the bytes of the decisions, which are written anew. */
  long decisionBytes() throws IOException {
    return PartFiles.bytes(context.conf(), index.decisions());
  }

  /** Returns the bytes of all files of the generation. */
  long namedBytes() {
    return index.generation().files().stream().mapToLong(NamedFile::length).sum();
  }

  /** Returns about how many jobs are started: as many as by the last addition. */
  long jobs() throws IOException {
    Configuration conf = context.conf();
    List<Path> signatures = index.signatures();
    Path collection = index.collection();
    List<Corpus.Batch> batches = index.batches(conf);
    Path clusters =
        new Path(
            new Path(collection, index.generation().clusterFolder().orElseThrow()),
            Stage.CLUSTER.folder());
    long jobs = (long) indexJobs() + candidateListJobs() + VERIFY_JOBS;
    jobs += jobs(batches.get(batches.size() - 1).metadata());
    String divided = index.generation().index().dedup();
    jobs += divided == null ? 1 : jobs(new Path(collection, divided), Stage.DEDUP);
    jobs += jobs(signatures.get(signatures.size() - 1), Stage.SHINGLE_SORT);
    jobs += jobs(clusters, Stage.CLUSTER);
    return jobs + (index.pairs().size() + 1 > Addition.MAX_RUNS_OF_PAIRS ? 1 : 0);
  }

  /** One, as long as all columns are ordinary. */
  private int indexJobs() {
    long entries = sum(twinEntries) * context.settings().getInt(Keys.BANDS);
    return entries > 0 && bandEntries == entries ? 1 : 2;
  }

  private int candidateListJobs() {
    return CandidateListCost.jobs(context.conf(), drawn() * context.settings().getInt(Keys.BANDS));
  }

  private long jobs(Path folder, Stage stage) throws IOException {
    StageFolder output = new StageFolder(context.conf(), folder);
    return output.isComplete() ? jobs(output.require(stage)) : 1; // users may change 6-dedup
  }

  private static long jobs(StageMetadata stage) {
    return stage.work().getOrDefault("JOBS", 1L);
  }

  /**
   * What the largest task of a stage holds.
   *
   * @param stage the stage
   * @param bytes of heap at most, without the buffers of Hadoop
   */
  record Memory(String stage, double bytes) {}

  /** Returns what the largest of all tasks holds. */
  Memory memory() {
    Memory most = new Memory(Stage.SHINGLE_SORT.verb(), signing.memory());
    List<Memory> others =
        List.of(
            new Memory(
                Stage.INGEST.verb(), context.settings().get(Keys.MAX_DOCUMENT_BYTES).doubleValue()),
            new Memory("index", indexMemory()),
            new Memory(
                Stage.CANDIDATE_LIST.verb(),
                CandidateListCost.memory(context.settings().getInt(Keys.BANDS))),
            new Memory(
                Stage.VERIFY.verb(), VerifyCost.memory(context, load, partners() + documents)));
    for (Memory other : others) {
      most = other.bytes() > most.bytes() ? other : most;
    }
    return most;
  }

  /** Returns what a task of the index holds: new entries of a range, and a block of each run. */
  private double indexMemory() {
    return Math.min(BandMembers.IN_MEMORY, load.columns()) * BandMembers.HEAP_BYTES
        + (runs() + 1.0) * BYTES_OF_RUN;
  }

  /**
   * Returns after how many such batches an addition has merged all runs into one by itself; 0 if
   * not within {@value #MAX_BATCHES}.
   */
  int batchesUntilMerged() {
    List<Long> sizes = new ArrayList<>(twinEntries);
    long added = Math.round(load.columns());
    for (int batch = 1; batch <= MAX_BATCHES; batch++) {
      int first = RunSizes.firstMerged(sizes, added);
      if (first == 0) {
        return batch;
      }
      List<Long> last = sizes.subList(first, sizes.size());
      long merged = added + sum(last);
      last.clear();
      sizes.add(merged);
    }
    return 0;
  }
}
