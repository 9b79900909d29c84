package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.sort.HashOrder;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import java.util.List;

/**
 * Lists the buckets of a sample of signatures as the stage would list those of the corpus. A bucket
 * of the corpus is larger than its sample by a factor of 1/share, so the limits on buckets and
 * twins are multiplied by the share.
 *
 * <p>Memory: 24 bytes a signature. Not safe for use by several threads.
 */
public final class SampledBuckets {

  /** Takes what is listed. */
  public interface Sink {
    /**
     * Takes some places of a bucket: each of the first {@code heads} is listed with all that follow
     * it.
     *
     * @param places positions of signatures, of which {@code from} (inclusive) to {@code to}
     *     (exclusive) are taken; the next call overwrites them
     */
    void list(int band, int heads, long[] places, int from, int to);
  }

  private final List<byte[]> signatures;
  private final BandHasher hasher;
  private final int bands;
  private final int maxTwins;
  private final int maxColumns;
  private final long[] signatureHashes;
  private final int size;

  /**
   * @param signatures n = b·r slots of four bytes each, by column; signatures beyond {@link
   *     HashOrder#MAX_HASHES} are left out
   * @param share fraction of the corpus in the sample, greater than 0, at most 1
   */
  public SampledBuckets(List<byte[]> signatures, double share, Settings settings) {
    this.signatures = signatures;
    this.bands = settings.getInt(Keys.BANDS);
    this.hasher = new BandHasher(new BandingScheme(bands, settings.getInt(Keys.ROWS)));
    this.maxTwins = (int) Math.max(1, share * settings.getInt(Keys.MAX_TWINS));
    this.maxColumns = (int) Math.max(2, share * settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    this.size = Math.min(signatures.size(), HashOrder.MAX_HASHES);
    this.signatureHashes = new long[size];
    for (int place = 0; place < size; place++) {
      signatureHashes[place] = hasher.signatureHash(signatures.get(place), 0);
    }
  }

  /** Lists the buckets of two or more, band by band. */
  public void list(Sink sink) throws IOException {
    long[] hashes = new long[size];
    HashOrder order = new HashOrder();
    for (int band = 0; band < bands; band++) {
      for (int place = 0; place < size; place++) {
        hashes[place] = hasher.bandHash(signatures.get(place), 0, band);
      }
      order.order(hashes, size);
      listBand(band, hashes, order, sink);
    }
  }

  private void listBand(int band, long[] hashes, HashOrder order, Sink sink) throws IOException {
    BucketBuilder bucket =
        new BucketBuilder(
            maxTwins,
            maxColumns,
            (heads, places, from, to) -> sink.list(band, heads, places, from, to));
    long[] members = new long[16];
    int to;
    for (int from = 0; from < size; from = to) {
      to = from + 1;
      while (to < size && hashes[order.at(to)] == hashes[order.at(from)]) {
        to++;
      }
      int count = to - from;
      if (count > 1) {
        members = members.length >= count ? members : new long[2 * count];
        for (int i = 0; i < count; i++) {
          members[i] = order.at(from + i);
        }
        list(band, members, count, bucket);
      }
    }
  }

  private void list(int band, long[] members, int count, BucketBuilder bucket) throws IOException {
    LongArrays.quickSort(
        members,
        0,
        count,
        (a, b) -> {
          int byHash = Long.compareUnsigned(signatureHashes[(int) a], signatureHashes[(int) b]);
          return byHash != 0 ? byHash : Long.compare(a, b);
        });
    try {
      bucket.start(band);
      for (int i = 0; i < count; i++) {
        bucket.add(signatureHashes[(int) members[i]], members[i]);
      }
      bucket.finish();
    } catch (InterruptedException e) { // no sink of a sample throws it
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
