package io.neardup.hadoop.stage2bandbucket;

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
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * The job of stage 2 with {@code neardup.candidate.measure=containment}: documents to buckets of
 * those that share an anchor.
 */
public final class AnchorBuckets {

  /** The band in lines of the buckets of anchors; 0 is that of equal sets. */
  static final int BAND = 1;

  private AnchorBuckets() {}

  static boolean isOfSets(long hash) {
    return (hash & 1) == 1;
  }

  static boolean isOwner(long order) {
    return (order & 1) == 1;
  }

  /**
   * Runs the job.
   *
   * @param firstNew the first column whose pairs are listed: that of a batch, or 0
   * @param signatures folders of those of all documents
   */
  static void run(
      StageContext context, Corpus corpus, long firstNew, List<Path> signatures, OwnedFolder output)
      throws IOException {
    Corpus batch = AnchorFilter.smallBatch(context.conf(), corpus, firstNew);
    Consumer<Configuration> filter =
        AnchorFilter.gather(context, corpus, batch, signatures, output);
    // Besides the own anchors, those that a larger document shows.
    long documents = (batch == null ? corpus : batch).documents();
    long bytes = 2 * documents * Anchors.ANCHORS * BucketReducer.ENTRY_BYTES;
    StageJob<?, ?> job =
        StageJob.of(context, "band-bucket, anchors", context.reducers(bytes), corpus.path());
    job.conf().setLong(BandBucketReducer.FIRST_NEW, firstNew);
    job.set(filter)
        .set(conf -> BucketRanges.setBands(conf, 1))
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
   * that may have an owner, and may be in a new document. Two numbers differ by their last bit: a
   * hash is odd for sets, and the order for owners.
   *
   * <p>Memory: one document, its shingles and anchors, and {@link AnchorFilter}.
   */
  public static final class Documents extends BucketMapper<DocumentWritable> {

    private DocumentShingler shingler;
    private Anchors anchors;
    private HashFilter filter;
    private HashFilter batch;
    private int least; // anchors of a document whose own ones may not be in the filter
    private long firstNew;

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      Settings settings = HadoopSettings.of(conf);
      shingler = Shinglers.of(conf, settings);
      anchors = settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf));
      filter = AnchorFilter.read(conf);
      batch = AnchorFilter.readOfBatch(conf);
      least = AnchorFilter.isOfBatch(conf) ? settings.anchors().leastShared() : 0;
      firstNew = conf.getLong(BandBucketReducer.FIRST_NEW, 0);
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      LongArrayList shingles = document.elements(shingler);
      if (shingles.isEmpty()) {
        return;
      }
      anchors.find(shingles, filter, least);
      long ofSet = Anchors.ofSet(shingles);
      boolean setMatters = batch.mayHave(ofSet);
      long order = setMatters || anchors.size() > 0 ? Anchors.ofSequence(shingles) & ~1L : 0;
      long owned = 0;
      if (setMatters) {
        send(0, ofSet, order | 1, column.get(), context);
        owned++;
      }
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
