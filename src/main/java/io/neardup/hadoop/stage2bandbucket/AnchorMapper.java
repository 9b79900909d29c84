package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.lsh.Anchors;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * (column, document) → (anchor, column) for each of its {@link Anchors}, and whether it is one of
 * the document's own. As {@link BandBucketMapper}, the mapper sends them as sorted runs of many
 * columns; the place of the signature's hash says whether the anchor is the column's own.
 *
 * <p>Memory: {@link BandBatch}, one document, its shingles and anchors.
 */
public final class AnchorMapper
    extends Mapper<LongWritable, DocumentWritable, BandRunKey, BytesWritable> {

  private static final long[] NOTHING = {};

  private final IndexedSet set = new IndexedSet();
  private final long[] hash = new long[1];
  private DocumentShingler shingler;
  private Anchors anchors;
  private BandBatch batch;
  private BandRunSender sender;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    shingler = Shinglers.of(conf, settings);
    anchors = AnchorBuckets.anchors(settings, Shinglers.isCorpusOfSets(conf));
    batch = new BandBatch(1, HashRanges.of(conf));
    sender = new BandRunSender(context);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    LongArrayList shingles =
        shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
    if (shingles.isEmpty()) {
      return;
    }
    AnchorBuckets.find(anchors, shingles, set);
    set.take(NOTHING, 0); // the array of a long document takes memory
    for (int a = 0; a < anchors.size(); a++) {
      if (!batch.hasRoomFor(column.get())) {
        sender.send(batch);
      }
      hash[0] = anchors.anchor(a);
      long role = anchors.isOwn(a) ? ContainmentBucket.OWN : ContainmentBucket.SHOWN;
      batch.add(column.get(), role, hash);
    }
    context.getCounter(BandBucketCounters.SIGNATURES).increment(1);
    context.getCounter(BandBucketCounters.ANCHORS).increment(anchors.size());
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sender.send(batch);
  }
}
