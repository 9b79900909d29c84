package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.Anchors;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;

/**
 * (column, document) → (anchor, column) for each of its {@link Anchors}, and whether it is one of
 * the document's own.
 *
 * <p>Memory: one document, its shingles and anchors.
 */
public final class AnchorMapper extends BucketMapper<DocumentWritable> {

  private static final long[] NOTHING = {};

  private final IndexedSet set = new IndexedSet();
  private DocumentShingler shingler;
  private Anchors anchors;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    shingler = Shinglers.of(conf, settings);
    anchors = AnchorBuckets.anchors(settings, Shinglers.isCorpusOfSets(conf));
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
      long order = 2 * column.get() + (anchors.isOwn(a) ? 0 : 1);
      send(0, anchors.anchor(a), order, column.get(), context);
    }
    context.getCounter(BandBucketCounters.SIGNATURES).increment(1);
    context.getCounter(BandBucketCounters.ANCHORS).increment(anchors.size());
  }
}
