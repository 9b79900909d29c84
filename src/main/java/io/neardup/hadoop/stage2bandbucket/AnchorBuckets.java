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
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.lsh.Anchors;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
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

  private AnchorBuckets() {}

  /** Returns what finds the anchors of documents. */
  public static Anchors anchors(Settings settings, boolean sets) {
    return new Anchors(window(settings, sets), settings.getInt(Keys.MIN_SHINGLES));
  }

  /** Returns how many shingles are in a window; the elements of sets have no order. */
  private static int window(Settings settings, boolean sets) {
    return sets
        ? 1
        : Math.min(
            LENGTHS_OF_WINDOW * settings.getInt(Keys.SHINGLE_SIZE),
            settings.getInt(Keys.MIN_SHINGLES) / WINDOWS_OF_DOCUMENT);
  }

  static void run(StageContext context, Corpus corpus, Path output) throws IOException {
    // A text has no more shingles than bytes, and shows this share of its windows.
    long share = Long.highestOneBit(context.settings().get(Keys.MIN_SHINGLES)) / Anchors.ANCHORS;
    long anchors = corpus.bytes() / share + corpus.columns();
    long bytes = anchors * BucketReducer.ENTRY_BYTES;
    int reducers = context.reducers(bytes);
    StageJob.of(context, "band-bucket, anchors", reducers, corpus.path())
        .set(conf -> BucketRanges.setBands(conf, 1))
        .set(corpus::configure)
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes))
        .read(CorpusInputFormat.Texts.class)
        .map(Documents.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(Buckets.class)
        .writeLines(output)
        .run();
    context.balance(
        "anchors of documents and members of buckets",
        BandBucketCounters.ANCHORS,
        BandBucketCounters.BUCKET_MEMBERS);
  }

  /**
   * (column, document) → (anchor, column) for each of its {@link Anchors}, and whether it is one of
   * the document's own.
   *
   * <p>Memory: one document, its shingles and anchors.
   */
  public static final class Documents extends BucketMapper<DocumentWritable> {

    private static final long[] NOTHING = {};

    private final IndexedSet set = new IndexedSet();
    private DocumentShingler shingler;
    private Anchors anchors;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      Settings settings = HadoopSettings.of(conf);
      shingler = Shinglers.of(conf, settings);
      anchors = anchors(settings, Shinglers.isCorpusOfSets(conf));
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      LongArrayList shingles = document.elements(shingler);
      if (shingles.isEmpty()) {
        return;
      }
      anchors.find(shingles, set);
      set.take(NOTHING, 0); // the array of a long document takes memory
      for (int a = 0; a < anchors.size(); a++) {
        long order = 2 * column.get() + (anchors.isOwn(a) ? 0 : 1);
        send(0, anchors.anchor(a), order, column.get(), context);
      }
      context.getCounter(BandBucketCounters.SIGNATURES).increment(1);
      context.getCounter(BandBucketCounters.ANCHORS).increment(anchors.size());
    }
  }

  /**
   * The columns that share an anchor, ascending → lines {@code
   * level<TAB>anchor<TAB>heads<TAB>columns} of the pairs with at least one column whose own it is;
   * {@code old/heads} instead of {@code heads} where the first {@code old} columns are not paired
   * with each other. Leaves the notes of {@link BucketOutput}.
   *
   * <p>Memory: {@link RankedPairs}.
   */
  public static final class Buckets extends BucketReducer {

    private BucketOutput output;
    private RankedPairs pairs;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      int most = HadoopSettings.of(context.getConfiguration()).getInt(Keys.MAX_BUCKET_COLUMNS);
      output = new BucketOutput(context);
      pairs = new RankedPairs(most, 1, output);
    }

    @Override
    protected void start(int band, long anchor) {
      output.start(Anchors.level(anchor), anchor);
      pairs.start();
    }

    @Override
    protected void add(long order, long column) throws IOException, InterruptedException {
      pairs.add(column, order % 2 == 0);
    }

    @Override
    protected void finish() throws IOException, InterruptedException {
      pairs.finish();
      output.end(pairs.size(), pairs);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      super.cleanup(context);
      output.close();
    }
  }
}
