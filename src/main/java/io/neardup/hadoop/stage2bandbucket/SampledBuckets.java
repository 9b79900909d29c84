package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.BucketSample;
import io.neardup.lsh.SharedBands;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.util.BitSet;

/**
 * Lists the buckets of a sample as the stage would list those of the corpus. If the sample has only
 * a share of the documents, a bucket of the corpus is larger by a factor of 1/share, so the limits
 * on buckets and twins are multiplied by the share.
 *
 * <p>Of a bucket of many documents only some are listed with those that follow them: the heads. A
 * document is a head with the probability 1/stride of the bucket; a head of a bucket is also one of
 * the buckets of smaller strides.
 *
 * <p>Memory: two bits for each document, and 24 bytes for each large bucket. Not safe for use by
 * several threads.
 */
public final class SampledBuckets {

  /** A bucket of more documents has a stride; it then has at least half as many heads. */
  private static final int MAX_HEADS = 128;

  private static final int NONE = -1;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Takes what is listed. */
  public interface Sink {
    /**
     * Takes a document with others of its bucket with which it is listed. A collapsed group is
     * listed in all of its sampled buckets, not in band 0 only.
     *
     * @param places of the others, from {@code from} (inclusive) to {@code to} (exclusive); the
     *     next call overwrites them
     */
    void list(int band, int head, long[] places, int from, int to);
  }

  private final BucketSample sample;
  private final int bands;
  private final int maxTwins;
  private final int maxColumns;
  private final BitSet collapsed = new BitSet(); // places in collapsed groups
  private final BitSet least = new BitSet(); // the first place of each group of twins
  private final Int2IntOpenHashMap[] centres; // by band: of buckets not listed in full
  private final BitSet linked = new BitSet(); // bands with such buckets
  private final Int2IntOpenHashMap[] strides; // by band: of buckets of which some heads are listed
  private final BitSet thinned = new BitSet(); // bands with such buckets
  private long listed;

  /**
   * @param share fraction of the documents of the corpus that the sample is taken from, above 0, at
   *     most 1
   */
  public SampledBuckets(BucketSample sample, double share, Settings settings) {
    this.sample = sample;
    this.bands = sample.bands();
    this.maxTwins = (int) Math.max(1, share * settings.getInt(Keys.MAX_TWINS));
    this.maxColumns = (int) Math.max(2, share * settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    this.centres = new Int2IntOpenHashMap[bands];
    this.strides = new Int2IntOpenHashMap[bands];
    findTwins();
    for (int band = 0; band < bands; band++) {
      centres[band] = new Int2IntOpenHashMap();
      centres[band].defaultReturnValue(NONE);
      strides[band] = new Int2IntOpenHashMap();
      strides[band].defaultReturnValue(1);
    }
    count();
  }

  private void findTwins() {
    int to;
    for (int from = 0; from < sample.size(); from = to) {
      to = from + 1;
      while (to < sample.size() && areTwins(sample.bySignature(from), sample.bySignature(to))) {
        to++;
      }
      least.set(sample.bySignature(from));
      for (int at = from; at < to && to - from > maxTwins; at++) {
        collapsed.set(sample.bySignature(at));
      }
    }
  }

  private boolean areTwins(int i, int j) {
    return sample.signatureHash(i) == sample.signatureHash(j);
  }

  private void count() {
    listed = 0;
    list((band, i, places, from, to) -> listed += to - from);
  }

  /**
   * Halves the sample of hash space until at most so many pairs are listed, or it cannot be halved
   * any more.
   */
  public void limit(long pairs) {
    while (listed > pairs && sample.halve()) {
      count();
    }
  }

  /** Lists the sampled buckets of two or more, band by band. */
  public void list(Sink sink) {
    int[] current = {0, 0, 1}; // band, cell, stride
    BucketBuilder bucket =
        new BucketBuilder(
            maxTwins,
            maxColumns,
            (heads, places, from, to) -> {
              for (int head = from; head < from + heads; head++) {
                if (isChosen(places[head], current[2])
                    || isCollapsed((int) places[head], (int) places[head + 1])) {
                  sink.list(current[0], (int) places[head], places, head + 1, to);
                }
              }
            });
    for (int band = 0; band < bands; band++) {
      current[0] = band;
      sample.list(
          current[0],
          (cell, places, from, to) -> {
            current[2] = to - from > maxColumns ? 1 : stride(to - from);
            if (current[2] > 1) {
              strides[current[0]].put(cell, current[2]);
              thinned.set(current[0]);
            }
            list(bucket, places, from, to);
            if (bucket.linked()) {
              centres[current[0]].put(cell, (int) bucket.centre());
              linked.set(current[0]);
            }
          });
    }
  }

  private void list(BucketBuilder bucket, int[] places, int from, int to) {
    try {
      bucket.start(0);
      for (int at = from; at < to; at++) {
        bucket.add(sample.signatureHash(places[at]), places[at]);
      }
      bucket.finish();
    } catch (IOException | InterruptedException e) { // no sink of a sample throws them
      throw new IllegalStateException(e);
    }
  }

  /** Returns the power of two by which the heads of a bucket are divided. */
  private static int stride(int members) {
    return Math.max(1, Integer.highestOneBit(members / MAX_HEADS));
  }

  private static boolean isChosen(long head, int stride) {
    return stride == 1 || ((head * GOLDEN) >>> 32) % stride == 0;
  }

  /**
   * Finds the bands in which a pair is listed. A bucket that is not sampled is taken to list its
   * pairs, as its size is not known.
   *
   * @param i a place
   * @param j another place
   * @param into receives the bands
   */
  public void findBands(int i, int j, SharedBands into) {
    sample.findShared(i, j, into);
    for (int band = linked.nextSetBit(0); band >= 0; band = linked.nextSetBit(band + 1)) {
      if (into.contains(band) && !areTwins(i, j) && !lists(band, sample.cell(i, band), i, j)) {
        into.remove(band);
      }
    }
  }

  /** Returns whether two documents are of one collapsed group: it is listed in one band only. */
  public boolean isCollapsed(int i, int j) {
    return collapsed.get(i) && collapsed.get(j) && areTwins(i, j);
  }

  private boolean lists(int band, int cell, int i, int j) {
    int centre = centres[band].get(cell);
    return centre == NONE || (i == centre && least.get(j)) || (j == centre && least.get(i));
  }

  /**
   * Returns the first of some bands whose bucket is sampled and has a document as head, or {@code
   * to} if there is none.
   *
   * @param head a place
   * @param shared the bands that list it with another document
   * @param from the first band
   * @param to one more than the last
   */
  public int firstOfHead(int head, SharedBands shared, int from, int to) {
    int band = shared.nextSampled(from);
    while (band < to && !isChosen(head, stride(head, band))) {
      band = shared.nextSampled(band + 1);
    }
    return Math.min(band, to);
  }

  /**
   * Returns the least stride of the sampled buckets of some bands.
   *
   * @param head a place
   * @param shared the bands that list it with another document
   * @param from the first band
   * @param to one more than the last
   */
  public int leastStride(int head, SharedBands shared, int from, int to) {
    int least = Integer.MAX_VALUE;
    for (int band = shared.nextSampled(from); band < to && least > 1; ) {
      least = Math.min(least, stride(head, band));
      band = shared.nextSampled(band + 1);
    }
    return least;
  }

  private int stride(int head, int band) {
    return thinned.get(band) ? strides[band].get(sample.cell(head, band)) : 1;
  }
}
