package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.lsh.AgreementBound;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * The job of stage 2 with {@code neardup.candidate.measure=containment}: documents to buckets of
 * those that share an anchor.
 */
public final class AnchorBuckets {

  /** The most lengths of a shingle that a window has. */
  private static final int LENGTHS_OF_WINDOW = 2;

  /** The least windows of a document that is long enough, in lengths of a window. */
  private static final int WINDOWS_OF_DOCUMENT = 2;

  private static final double MAX_MISS_RATE = 0.001;

  /** No candidate needs to share more: short documents have few anchors. */
  private static final int MOST_NEEDED = 5;

  /** The band in lines of the buckets of anchors; 0 is that of equal sets. */
  static final int BAND = 1;

  private AnchorBuckets() {}

  static boolean isOfSets(long hash) {
    return (hash & 1) == 1;
  }

  static boolean isOwner(long order) {
    return (order & 1) == 1;
  }

  /** Returns what finds the anchors of documents. */
  public static Anchors anchors(Settings settings, boolean sets) {
    return new Anchors(window(settings, sets), settings.getInt(Keys.MIN_SHINGLES));
  }

  /**
   * Returns how many anchors a candidate shares at least: as many as a pair at the threshold does,
   * but with probability 0.001, if the smaller document has {@code min-shingles} or more and the
   * edits are spread evenly. An edit changes k shingles and w + k − 1 windows.
   */
  public static int leastShared(Settings settings) {
    int bound =
        AgreementBound.minimumAgreement(
            anchorsOfSmallest(settings), unchanged(settings), MAX_MISS_RATE);
    return Math.max(1, Math.min(MOST_NEEDED, bound));
  }

  /** Returns how many anchors a document of {@code min-shingles} owns. */
  private static int anchorsOfSmallest(Settings settings) {
    return Math.min(
        Anchors.ANCHORS, settings.getInt(Keys.MIN_SHINGLES) - window(settings, false) + 1);
  }

  /** Returns the share of the windows that edits do not change in a pair at the threshold. */
  public static double unchanged(Settings settings) {
    double size = settings.getInt(Keys.SHINGLE_SIZE);
    double changed = (1 - settings.get(Keys.THRESHOLD)) * (window(settings, false) + size - 1);
    return Math.max(0, 1 - changed / size);
  }

  /** Returns the probability with which a pair at the threshold is a candidate, likewise. */
  public static double recall(Settings settings) {
    return 1
        - BinomialDistribution.of(anchorsOfSmallest(settings), unchanged(settings))
            .cumulativeProbability(leastShared(settings) - 1);
  }

  /** Returns how many shingles are in a window; the elements of sets have no order. */
  private static int window(Settings settings, boolean sets) {
    return sets
        ? 1
        : Math.min(
            LENGTHS_OF_WINDOW * settings.getInt(Keys.SHINGLE_SIZE),
            settings.getInt(Keys.MIN_SHINGLES) / WINDOWS_OF_DOCUMENT);
  }

  /**
   * Runs the job.
   *
   * @param firstNew the first column whose pairs are listed: that of a batch, or 0
   */
  static void run(StageContext context, Corpus corpus, long firstNew, OwnedFolder output)
      throws IOException {
    Path filter = output.work("anchors");
    boolean ofBatch = AnchorFilter.gather(context, corpus, firstNew, filter);
    // Besides the own anchors, those that a larger document shows.
    long bytes = 2 * corpus.documents() * Anchors.ANCHORS * BucketReducer.ENTRY_BYTES;
    StageJob<?, ?> job =
        StageJob.of(context, "band-bucket, anchors", context.reducers(bytes), corpus.path());
    AnchorFilter.setFilter(job.conf(), filter, ofBatch);
    job.conf().setLong(BandBucketReducer.FIRST_NEW, firstNew);
    job.set(conf -> BucketRanges.setBands(conf, 1))
        .set(corpus::configure)
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes))
        .read(CorpusInputFormat.Texts.class)
        .map(Documents.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(BandBucketReducer.class)
        .writeLines(output.result())
        .run();
    context.balance(
        "own anchors of documents and of members of buckets",
        BandBucketCounters.ANCHORS,
        BandBucketCounters.BUCKET_MEMBERS);
  }

  /**
   * (column, document) → (hash, order, column) for its set, and for each of its {@link Anchors}
   * that may have an owner, or is in a new document. Two numbers differ by their last bit: a hash
   * is odd for sets, and the order for owners.
   *
   * <p>Memory: one document, its shingles and anchors, and {@link AnchorFilter}.
   */
  public static final class Documents extends BucketMapper<DocumentWritable> {

    private static final long[] NOTHING = {};

    private final IndexedSet set = new IndexedSet();
    private DocumentShingler shingler;
    private Anchors anchors;
    private HashFilter filter;
    private boolean ownMatter;
    private long firstNew;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      Settings settings = HadoopSettings.of(conf);
      shingler = Shinglers.of(conf, settings);
      anchors = anchors(settings, Shinglers.isCorpusOfSets(conf));
      filter = AnchorFilter.read(conf);
      ownMatter = !AnchorFilter.isOfBatch(conf);
      firstNew = conf.getLong(BandBucketReducer.FIRST_NEW, 0);
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      LongArrayList shingles = document.elements(shingler);
      if (shingles.isEmpty() || !anchors.find(shingles, set, filter, ownMatter)) {
        return;
      }
      set.take(NOTHING, 0); // the array of a long document takes memory
      long order = anchors.ofSequence() & ~1L;
      send(0, anchors.ofSet(), order | 1, column.get(), context);
      long owned = 1;
      for (int a = 0; a < anchors.size(); a++) {
        int own = anchors.isOwn(a) ? 1 : 0;
        send(0, anchors.anchor(a), order | own, column.get(), context);
        owned += own;
      }
      context.getCounter(BandBucketCounters.SIGNATURES).increment(column.get() < firstNew ? 0 : 1);
      context.getCounter(BandBucketCounters.ANCHORS).increment(owned);
    }
  }
}
