package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage3candidatelist.GatheredPairs;
import io.neardup.hadoop.stage3candidatelist.Tail;
import io.neardup.hadoop.stage4verify.ColumnBlocks;
import io.neardup.hadoop.stage4verify.DocumentBlocks;
import io.neardup.hadoop.stage4verify.HeldDocuments;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.table.Differences;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.conf.Configuration;

/**
 * What the stages of a pipeline send and take for a number of documents like those of a sample.
 * Documents of the same kind have as many near-duplicates each, however many there are: plausible
 * pairs grow with the documents; the other candidates, met by chance, grow with their square.
 *
 * <p>Bytes are those before a compression of map output, if there is one.
 */
final class Forecast {

  /**
   * What a stage does.
   *
   * @param records that its map tasks send
   * @param bytes that are shuffled
   * @param reducers the most reduce tasks of one of its jobs, 0 if it has none
   * @param memory bytes of heap of its largest task, beside the buffers of Hadoop
   * @param coreSeconds the time of one core that it takes
   */
  record Work(
      Stage stage, double records, double bytes, int reducers, double memory, double coreSeconds) {}

  // Times of one core, in nanoseconds, as measured (performance.md): mixed documents, 2.5 GHz.
  private static final double INGEST_BYTE = 8;
  private static final double PAIR = 100;
  private static final double COLUMN = 2_000; // of the plan local
  private static final double BAND_COLUMN = 450;
  private static final double LISTED_PAIR = 30;
  private static final double CANDIDATE = 200;
  private static final double COMPARED_PAIR = 1_500;
  private static final double CLUSTERED_DOCUMENT = 10_000;
  private static final double CLUSTERED_PAIR = 800;
  private static final double DEDUP_BYTE = 4;

  // Bytes of what is shuffled, without what varies.
  private static final int COLUMN_PAIR_KEY = 10;
  private static final int ID_ONLY = 16; // of a document without its text
  private static final long HDFS_BLOCK = 128L << 20;

  // What tasks hold at most, in bytes, as their classes say.
  private static final long PAIR_MEMORY = 22L << 19; // a batch of stage 1
  private static final long COLUMN_MEMORY = 40L << 19; // the columns of a range of stage 2
  private static final long GATHERED_MEMORY = 24L << 20; // by a map task of stage 2
  private static final long GATHERED_PAIRS_MEMORY = 16L * GatheredPairs.MAX_PAIRS; // of stage 3
  private static final long PLAUSIBLE_MEMORY = 48L << 20; // plausible pairs of stage 4
  private static final long LINES_MEMORY = 16L << 20; // pairs of a block of stage 4
  private static final int CLUSTERED_MEMORY = 43; // a column of the union-find

  private final StageContext context;
  private final Configuration conf;
  private final Settings settings;
  private final Sample sample;
  private final double share; // of the corpus that the sample is
  private final double growth; // documents for each of the corpus
  private final SampledPairs pairs;
  private final SampledPairs half; // of half of the sample
  private final int bands;
  private final int slots;

  private final double maxDocument; // bytes
  private final double documents;
  private final double bytes; // of the files
  private final double textBytes;
  private final double columns; // documents with a signature
  private final double plausible;
  private final double candidates;
  private final double candidateGrowth; // for each of the corpus
  private final double listed;
  private final double similar; // documents in plausible pairs
  private final int groups; // map tasks of stage 3, each with about as many bands
  private final long signatureBlock;
  private final int signatureReducers;
  private final int bucketReducers;
  private final int maps;

  /**
   * @param documents how many there are to be
   */
  Forecast(StageContext context, Corpus corpus, Sample sample, long documents) throws IOException {
    this.context = context;
    this.conf = context.conf();
    this.settings = context.settings();
    this.sample = sample;
    this.documents = documents;
    this.share = sample.documents() / (double) Math.max(1, corpus.columns());
    this.growth = documents / (double) Math.max(1, corpus.columns());
    this.bands = settings.getInt(Keys.BANDS);
    this.slots = bands * settings.getInt(Keys.ROWS);
    this.maxDocument = settings.get(Keys.MAX_DOCUMENT_BYTES).doubleValue();
    this.bytes = corpus.bytes() * growth;
    this.textBytes = perDocument((double) sample.textBytes()) * documents;
    this.columns = perDocument(sample.size()) * documents;
    this.maps = maps(Long.parseLong(corpus.metadata().facts().get("files")));
    this.signatureReducers = ShingleSortStage.reducers(context, documents, (long) bytes);
    this.bucketReducers = BandBucketStage.reducers(context, documents);
    this.signatureBlock =
        ColumnBlocks.ofSignatures(
                documents, slots, context.reducers(documents * Integer.BYTES * slots))
            .size();
    int parts = context.reducers((long) bytes);
    int most =
        DocumentBlocks.maxColumns(
            documents,
            (long) (perDocument((double) sample.shingles()) * documents),
            parts,
            heldBytes());
    long documentBlock = DocumentBlocks.likelySize(most, documents, parts);
    // Of a corpus with as many blocks.
    long signatureColumns = Math.max(1, (long) (signatureBlock / growth));
    long documentColumns = Math.max(1, (long) (documentBlock / growth));
    this.groups = Math.min(bands, bucketReducers); // a map task of stage 3 has one part at most
    this.pairs =
        new SampledPairs(sample, settings, share, groups, signatureColumns, documentColumns);
    this.half =
        share == 1
            ? pairs
            : new SampledPairs(
                sample.half(), settings, share / 2, groups, signatureColumns, documentColumns);
    double plausibleOfCorpus = pairs.plausible().ofCorpus(share);
    double candidatesOfCorpus = Math.max(plausibleOfCorpus, pairs.candidates().ofCorpus(share));
    this.plausible = growth * plausibleOfCorpus;
    this.candidates = plausible + growth * growth * (candidatesOfCorpus - plausibleOfCorpus);
    this.candidateGrowth = candidatesOfCorpus == 0 ? 0 : candidates / candidatesOfCorpus;
    double listedPlausible = pairs.listedPlausible().ofCorpus(share);
    this.listed =
        growth * listedPlausible
            + growth * growth * (pairs.listed().ofCorpus(share) - listedPlausible);
    this.similar = Math.min(columns, growth * ofCorpus(SampledPairs::similar));
  }

  /**
   * Returns for the corpus what grows with pairs, but less than they do where these share a
   * document: as it grows from half of the sample to the whole.
   */
  private double ofCorpus(ToDoubleFunction<SampledPairs> count) {
    double ofSample = count.applyAsDouble(pairs);
    double ofHalf = count.applyAsDouble(half);
    double exponent =
        ofHalf == 0 ? 2 : Math.max(1, Math.min(2, Math.log(ofSample / ofHalf) / Math.log(2)));
    return ofSample * Math.pow(1 / share, exponent);
  }

  private double perDocument(double sampled) {
    return sampled / Math.max(1, (double) sample.documents());
  }

  /** Returns how many map tasks read so many files: a task reads whole ranges. */
  private int maps(long files) {
    double range =
        Math.min((double) CorpusInput.rangeBytes(conf, (long) bytes), bytes / Math.max(1, files));
    double ofTask = Math.max(1, Math.floor(CorpusInput.splitBytes(conf, (long) bytes) / range));
    return (int) Math.max(1, Math.ceil(Math.ceil(bytes / range) / ofTask));
  }

  private long heldBytes() {
    return VerifyStage.shareMemory(new Configuration(conf));
  }

  /** Returns the share of the corpus that was read. */
  double share() {
    return share;
  }

  /** Returns the pairs that the candidate lists would have. */
  double candidates() {
    return candidates;
  }

  /** Returns those of them whose documents would be compared. */
  double plausible() {
    return plausible;
  }

  /** Returns the documents in such pairs. */
  double similar() {
    return similar;
  }

  /** Returns the bytes of the input files. */
  double bytes() {
    return bytes;
  }

  /** Returns what each stage does, in their order. */
  List<Work> stages() {
    return List.of(
        ingest(), signatures(), buckets(), candidateLists(), verification(), clusters(), dedup());
  }

  private Work ingest() {
    double id = perDocument((double) sample.idBytes());
    double record = 4 + 9 + id + 1 + 2 + 1 + String.valueOf((long) bytes).length();
    return new Work(
        Stage.INGEST, documents, documents * record, 1, maxDocument, bytes * INGEST_BYTE / 1e9);
  }

  private Work signatures() {
    double sketching = perDocument(sample.coreSeconds()) * documents;
    if (settings.get(Keys.SIGNATURE_PLAN).equals("local")) {
      return new Work(
          Stage.SHINGLE_SORT,
          columns,
          columns * ShingleSortStage.columnBytes(slots),
          signatureReducers,
          maxDocument,
          sketching + columns * COLUMN / 1e9);
    }
    double sorted = perDocument((double) sample.pairs()) * documents;
    long block =
        ShingleSortStage.blockColumns(settings, (long) documents, slots, signatureReducers);
    double runs = ShingleSortStage.runs(sorted, (long) documents, block, maps);
    return new Work(
        Stage.SHINGLE_SORT,
        runs,
        ShingleSortStage.runBytes(sorted, runs),
        signatureReducers,
        8.0 * slots * block + PAIR_MEMORY,
        sketching + sorted * PAIR / 1e9);
  }

  /** Returns how many map tasks read files of so many parts and bytes in all. */
  private int mapsOf(double fileBytes, int parts) {
    return LocalRunner.isUsed(conf)
        ? LocalRunner.mapTasks(conf)
        : (int) Math.max(parts, Math.ceil(fileBytes / HDFS_BLOCK));
  }

  private Work buckets() {
    int tasks = mapsOf(columns * (8 + 4.0 * slots), signatureReducers);
    double runs = BandBucketStage.runs((long) columns, bands, tasks, bucketReducers);
    return new Work(
        Stage.BAND_BUCKET,
        runs,
        BandBucketStage.runBytes((long) columns, bands, runs),
        bucketReducers,
        Math.min(COLUMN_MEMORY, 40 * documents) + GATHERED_MEMORY,
        columns * bands * BAND_COLUMN / 1e9);
  }

  private Work candidateLists() {
    // A map task sends a tail of a column for each batch of pairs: not more than one a band.
    int batches = (int) Math.max(groups, Math.min(bands, listed / GatheredPairs.MAX_PAIRS));
    double joined = candidateGrowth * ofCorpus(p -> p.tails(groups));
    return new Work(
        Stage.CANDIDATE_LIST,
        candidateGrowth * ofCorpus(p -> p.tails(batches)),
        joined * (COLUMN_PAIR_KEY + 3) + candidateGrowth * pairs.groupBytes().ofCorpus(share),
        context.reducers((long) (listed * String.valueOf((long) documents).length())),
        2.0 * bands * Tail.MAX_COLUMNS * Long.BYTES + GATHERED_PAIRS_MEMORY,
        (listed * LISTED_PAIR + candidates * CANDIDATE) / 1e9);
  }

  private Work verification() {
    boolean exact = settings.get(Keys.VERIFY_MODE).equals("exact");
    int offset = Differences.bytes(signatureBlock / 2);
    double lists = Math.min(columns, candidateGrowth * ofCorpus(SampledPairs::lists));
    double looked = candidateGrowth * ofCorpus(SampledPairs::listsInBlocks);
    double elsewhere = growth * ofCorpus(SampledPairs::sendsElsewhere);
    double listedBytes = lists * (exact ? pairs.bytesOfListed() : ID_ONLY);
    double elsewhereBytes = elsewhere * (exact ? pairs.bytesOfSimilar() : ID_ONLY);
    double shingling =
        sample.coreSeconds()
            * (listedBytes + elsewhereBytes)
            / Math.max(1, (double) sample.textBytes());
    return new Work(
        Stage.VERIFY,
        looked + lists + elsewhere,
        looked * (COLUMN_PAIR_KEY + 7 + 4.0 * slots)
            + candidates * offset
            + listedBytes
            + elsewhereBytes
            + (lists + elsewhere) * (COLUMN_PAIR_KEY + 8)
            + plausible * (1 + offset),
        context.reducers((long) bytes),
        Math.max(
            Math.min((double) signatureBlock, documents) * 4 * slots + PLAUSIBLE_MEMORY,
            Math.min(
                    (double) heldBytes(),
                    HeldDocuments.bytes((long) perDocument((double) sample.shingles())) * lists)
                + LINES_MEMORY),
        2 * shingling + (candidates * CANDIDATE + plausible * COMPARED_PAIR) / 1e9);
  }

  private Work clusters() {
    double id = perDocument((double) sample.idBytes());
    double unionFind = similar * (COLUMN_PAIR_KEY + 2);
    double decisions = 2 * similar * (11 + 4 + 2);
    double documentsJob = similar * (4 + 12 + 1 + id + 2) + similar * (4 + 10 + 1 + id + 8 + 2);
    return new Work(
        Stage.CLUSTER,
        5 * similar,
        unionFind + decisions + documentsJob,
        context.reducers((long) (similar * 128)),
        CLUSTERED_MEMORY * Math.min(similar, settings.getInt(Keys.MAX_MEMORY_COLUMNS)),
        (textBytes * DEDUP_BYTE + similar * CLUSTERED_DOCUMENT + plausible * CLUSTERED_PAIR) / 1e9);
  }

  private Work dedup() {
    return new Work(Stage.DEDUP, 0, 0, 0, maxDocument, bytes * DEDUP_BYTE / 1e9);
  }
}
