package io.neardup.hadoop.stage2bandbucket;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.BucketSample;
import io.neardup.lsh.SharedBands;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Lists the pairs of a sample as {@link BucketBuilder} would list those of the corpus. If the
 * sample has only a share of the documents, a bucket of the corpus is larger by a factor of
 * 1/share, so the limits on buckets and twins are multiplied by the share.
 *
 * <p>Of a bucket of many documents only some are listed with those that follow them: the heads. A
 * document is a head with the probability 1/stride of the bucket; a head of a bucket is also one of
 * the buckets of smaller strides. The first documents of a large bucket, which the stage pairs with
 * all others, are always heads.
 *
 * <p>Memory: two bits for each document, and 40 bytes for each bucket of many. Not safe for use by
 * several threads.
 */
public final class SampledBuckets {

  /** A bucket of more documents has a stride; it then has at least half as many heads. */
  private static final int MAX_HEADS = 128;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** Takes what is listed. */
  public interface Sink {
    /**
     * Takes a document with larger ones with which it is listed. Twins that are listed for
     * themselves, not in a bucket, come with the first band whose bucket is sampled.
     *
     * @param places of the others, from {@code from} (inclusive) to {@code to} (exclusive); the
     *     next call overwrites them
     */
    void list(int band, int head, int[] places, int from, int to);
  }

  /**
   * A bucket of many documents.
   *
   * @param lastFirst the largest place of the first documents, which are listed with all others
   * @param lastInFull the largest place of the documents that are all listed with each other
   */
  private record Bucket(int stride, int lastFirst, int lastInFull) {

    private static final Bucket SMALL = new Bucket(1, -1, Integer.MAX_VALUE);

    private boolean lists(int i, int j) {
      return j <= lastInFull || i <= lastFirst;
    }

    private int strideOf(int head) {
      return head <= lastFirst ? 1 : stride;
    }
  }

  private final BucketSample sample;
  private final int bands;
  private final int maxTwins;
  private final int firsts;
  private final int listedInFull;
  private final BitSet ordinary = new BitSet(); // places
  private final Int2ObjectOpenHashMap<Bucket>[] buckets; // by band: those of many documents
  private final BitSet large = new BitSet(); // bands with buckets not listed in full
  private final SharedBands shared;
  private int[] members = new int[0];
  private long listed;

  /**
   * @param share fraction of the documents of the corpus that the sample is taken from, above 0, at
   *     most 1
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public SampledBuckets(BucketSample sample, double share, Settings settings) {
    this.sample = sample;
    this.bands = sample.bands();
    this.shared = new SharedBands(bands);
    this.maxTwins = (int) Math.max(1, share * settings.getInt(Keys.MAX_TWINS));
    this.firsts = (int) Math.max(1, Math.round(share * RankedColumns.HEADS));
    this.listedInFull =
        (int) Math.max(firsts + 1, share * settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    this.buckets = new Int2ObjectOpenHashMap[bands];
    for (int band = 0; band < bands; band++) {
      buckets[band] = new Int2ObjectOpenHashMap<>();
      buckets[band].defaultReturnValue(Bucket.SMALL);
    }
    forEachGroup(
        (places, from, to) -> {
          for (int at = from; at < Math.min(to, from + maxTwins); at++) {
            ordinary.set(places[at]);
          }
        });
    count();
  }

  /** Takes the documents of a group of twins, by place. */
  private interface Group {
    void take(int[] places, int from, int to);
  }

  private void forEachGroup(Group group) {
    IntArrayList places = new IntArrayList();
    for (int at = 0; at < sample.size(); at++) {
      int place = sample.bySignature(at);
      if (!places.isEmpty() && !areTwins(places.getInt(0), place)) {
        group.take(places.elements(), 0, places.size());
        places.clear();
      }
      places.add(place);
    }
    group.take(places.elements(), 0, places.size());
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

  /** Lists the sampled buckets of two or more, band by band, then twins. */
  public void list(Sink sink) {
    for (int band = 0; band < bands; band++) {
      int itsBand = band;
      sample.list(band, (cell, places, from, to) -> list(itsBand, cell, places, from, to, sink));
    }
    forEachGroup((places, from, to) -> listTwins(places, from, to, sink));
  }

  private void list(int band, int cell, int[] places, int from, int to, Sink sink) {
    if (members.length < to - from) {
      members = new int[Math.max(to - from, 2 * members.length)];
    }
    int size = 0;
    for (int at = from; at < to; at++) {
      if (ordinary.get(places[at])) {
        members[size++] = places[at];
      }
    }
    Arrays.sort(members, 0, size);
    int full = Math.min(size, listedInFull);
    int stride = Math.max(1, Integer.highestOneBit(full / MAX_HEADS));
    Bucket bucket = Bucket.SMALL;
    if (size > listedInFull) {
      bucket = new Bucket(stride, members[firsts - 1], members[full - 1]);
      large.set(band);
      buckets[band].put(cell, bucket);
    } else if (stride > 1) {
      bucket = new Bucket(stride, -1, Integer.MAX_VALUE);
      buckets[band].put(cell, bucket);
    }
    for (int at = 0; at < full; at++) {
      int head = members[at];
      int end = head <= bucket.lastFirst ? size : full;
      if (end > at + 1 && isChosen(head, bucket.strideOf(head))) {
        sink.list(band, head, members, at + 1, end);
      }
    }
  }

  /** Lists the twins of a group that no sampled bucket lists. */
  private void listTwins(int[] places, int from, int to, Sink sink) {
    if (to - from < 2 || (to - from <= maxTwins && large.isEmpty())) {
      return;
    }
    int least = places[from];
    sample.findShared(least, least, shared);
    int band = shared.nextSampled(0);
    if (band == bands) {
      return; // in no sampled bucket
    }
    int end = Math.min(to, from + maxTwins);
    for (int i = from; i < end - 1; i++) {
      for (int j = i + 1; j < end; j++) {
        if (findBands(places[i], places[j], shared)) {
          sink.list(band, places[i], places, j, j + 1);
        }
      }
    }
    if (end < to) {
      sink.list(band, least, places, end, to);
    }
  }

  private static boolean isChosen(long head, int stride) {
    return stride == 1 || ((head * GOLDEN) >>> 32) % stride == 0;
  }

  /**
   * Finds the bands in which a pair is listed. A bucket that is not sampled is taken to list its
   * pairs, as its size is not known.
   *
   * @param i a place
   * @param j a larger place
   * @param into receives the bands; of twins that no sampled bucket lists, all that they share
   * @return whether the pair is one of twins that no sampled bucket lists
   */
  public boolean findBands(int i, int j, SharedBands into) {
    sample.findShared(i, j, into);
    if (!ordinary.get(j)) {
      return true; // only twins are listed with it
    }
    for (int band = large.nextSetBit(0); band >= 0; band = large.nextSetBit(band + 1)) {
      if (into.contains(band) && !bucket(i, band).lists(i, j)) {
        into.remove(band);
      }
    }
    if (into.nextSampled(0) == bands && areTwins(i, j)) {
      sample.findShared(i, j, into);
      return true;
    }
    return false;
  }

  /**
   * Returns the first of some bands whose bucket is sampled and has a document as head, or {@code
   * to} if there is none.
   *
   * @param head a place
   * @param listing the bands that list it with another document
   * @param from the first band
   * @param to one more than the last
   */
  public int firstOfHead(int head, SharedBands listing, int from, int to) {
    int band = listing.nextSampled(from);
    while (band < to && !isChosen(head, bucket(head, band).strideOf(head))) {
      band = listing.nextSampled(band + 1);
    }
    return Math.min(band, to);
  }

  /**
   * Returns the least stride of the sampled buckets of some bands.
   *
   * @param head a place
   * @param listing the bands that list it with another document
   * @param from the first band
   * @param to one more than the last
   */
  public int leastStride(int head, SharedBands listing, int from, int to) {
    int least = Integer.MAX_VALUE;
    for (int band = listing.nextSampled(from); band < to && least > 1; ) {
      least = Math.min(least, bucket(head, band).strideOf(head));
      band = listing.nextSampled(band + 1);
    }
    return least;
  }

  private Bucket bucket(int place, int band) {
    return buckets[band].isEmpty() ? Bucket.SMALL : buckets[band].get(sample.cell(place, band));
  }
}
