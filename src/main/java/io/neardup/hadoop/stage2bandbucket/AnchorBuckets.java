package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.lsh.Anchors;
import io.neardup.similarity.IndexedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
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

  /**
   * Finds the anchors of a document.
   *
   * @param shingles of the document, in its order; afterwards in any
   * @param set takes them over
   */
  public static void find(Anchors anchors, LongArrayList shingles, IndexedSet set) {
    anchors.begin(shingles.elements(), shingles.size());
    set.take(shingles.elements(), shingles.size());
    anchors.end(set.elements(), set.size());
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
        .map(AnchorMapper.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(AnchorReducer.class)
        .writeLines(output)
        .run();
    context.balance(
        "anchors of documents and members of buckets",
        BandBucketCounters.ANCHORS,
        BandBucketCounters.BUCKET_MEMBERS);
  }
}
