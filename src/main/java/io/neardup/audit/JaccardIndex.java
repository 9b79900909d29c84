package io.neardup.audit;

import io.neardup.similarity.Jaccard;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The {@link SampleIndex} for the Jaccard similarity: an inverted index of {@linkplain Prefix
 * prefixes}. Sets with many elements that no sampled set has are not looked up at all. Two sets
 * whose similarity reaches the threshold share an element of their prefixes. Of those that share
 * one, most are rejected by their sizes and by the part of both sets that both prefixes cover:
 * there, already, they differ in more elements than the threshold allows (compare the positional
 * filter of Xiao et al., PPJoin, WWW 2008). No set that reaches the threshold is rejected.
 *
 * <p>It is fastest if sets are added by their sizes, ascending.
 *
 * <p>Memory: 8 bytes for each element of a prefix, 8 more in the index, and a table of counts: see
 * {@link #bytes}. Not safe for use by several threads.
 */
final class JaccardIndex implements SampleIndex {

  private static final int FINGERPRINT_SHIFT = 30;
  private static final long PLACE_MASK = 0xFFFFFFFFL;
  private static final int ENTRY_BYTES = Long.BYTES + 2 * Integer.BYTES + Integer.BYTES;

  private final double threshold;
  private final RarityOrder order;
  private final Prefix prefix;
  private final AbsentShingles absent;
  private final IntArrayList sizes = new IntArrayList();
  private final IntArrayList minShared = new IntArrayList();
  private final IntArrayList lengths = new IntArrayList(); // of the prefixes
  private final LongArrayList middles = new LongArrayList(); // of the prefixes
  private final LongArrayList lasts = new LongArrayList();
  private final List<long[]> prefixes = new ArrayList<>();
  private final IntArrayList touched = new IntArrayList();
  private final IntArrayList result = new IntArrayList();
  private int[] starts = {0, 0}; // of the buckets in the entries
  private long[] entries = {}; // fingerprint of a key, place of the set
  private int[] shared = {}; // by place
  private int[] froms = {}; // of the current set: the first entry of each key's bucket
  private int[] tos = {};
  private long[] firstEntries = {};
  private int[] smallestFrom = {}; // that may be similar to the set at a place or a later one

  /**
   * Makes an index of no set.
   *
   * @param threshold t, above 0, at most 1
   * @param elements about how many elements all sets have
   */
  JaccardIndex(double threshold, long elements) {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException("threshold " + threshold);
    }
    this.threshold = threshold;
    order = new RarityOrder(elements);
    prefix = new Prefix(order, threshold);
    absent = new AbsentShingles(threshold, elements);
  }

  /** Returns about how many bytes an index of sets of so many elements takes. */
  static long bytes(long elements, double threshold) {
    return (long) (ENTRY_BYTES * (1 - threshold) * (double) elements)
        + RarityOrder.bytes(elements)
        + AbsentShingles.bytes(elements);
  }

  @Override
  public void count(long[] elements, int size) {
    for (int i = 0; i < size; i++) {
      order.count(elements[i]);
      absent.add(elements[i]);
    }
  }

  @Override
  public void add(long[] elements, int size) {
    sizes.add(size);
    minShared.add(size == 0 ? Integer.MAX_VALUE : Prefix.minShared(size, threshold));
    if (size == 0) {
      prefixes.add(new long[0]);
      lengths.add(0);
      middles.add(0);
      lasts.add(0);
      return;
    }
    if (!order.isFrozen()) {
      order.freeze();
    }
    prefix.find(elements, size);
    prefixes.add(Arrays.copyOf(prefix.keys(), prefix.length()));
    lengths.add(prefix.length());
    middles.add(prefix.keys()[prefix.length() / 2]);
    lasts.add(prefix.last());
    prefix.release();
  }

  @Override
  public void build() {
    long all = prefixes.stream().mapToLong(keys -> keys.length).sum();
    int buckets = (int) Math.min(1 << 28, Long.highestOneBit(Math.max(1, all)));
    starts = new int[buckets + 1];
    entries = new long[Math.toIntExact(all)];
    shared = new int[prefixes.size()];
    for (long[] keys : prefixes) {
      for (long key : keys) {
        starts[bucket(key) + 1]++;
      }
    }
    for (int b = 0; b < buckets; b++) {
      starts[b + 1] += starts[b];
    }
    for (int place = 0; place < shared.length; place++) {
      for (long key : prefixes.get(place)) { // each start moves to the end of its bucket
        entries[starts[bucket(key)]++] = (long) fingerprint(key) << Integer.SIZE | place;
      }
    }
    System.arraycopy(starts, 0, starts, 1, buckets);
    starts[0] = 0;
    smallestFrom = minShared.toIntArray();
    for (int place = smallestFrom.length - 2; place >= 0; place--) {
      smallestFrom[place] = Math.min(smallestFrom[place], smallestFrom[place + 1]);
    }
  }

  private int bucket(long key) {
    return (int) key & (starts.length - 2);
  }

  private static int fingerprint(long key) {
    return (int) (key >>> FINGERPRINT_SHIFT);
  }

  @Override
  public int smallest() {
    return smallestFrom.length == 0 ? Integer.MAX_VALUE : smallestFrom[0];
  }

  @Override
  public IntArrayList candidates(long[] occurrences, int size) {
    result.clear();
    if (size < smallest() || absent.tooMany(occurrences, size)) {
      return result;
    }
    int end = end(size);
    prefix.find(occurrences, size);
    look();
    touched.clear();
    long[] keys = prefix.keys();
    for (int k = 0; k < prefix.length(); k++) {
      int fingerprint = fingerprint(keys[k]);
      long entry = firstEntries[k];
      for (int e = froms[k]; e < tos[k]; e++) {
        entry = e == froms[k] ? entry : entries[e];
        int place = (int) (entry & PLACE_MASK);
        if (place >= end) {
          break; // the places of a bucket ascend
        }
        if ((int) (entry >>> Integer.SIZE) == fingerprint && shared[place]++ == 0) {
          touched.add(place);
        }
      }
    }
    for (int i = 0; i < touched.size(); i++) {
      int place = touched.getInt(i);
      if (mayReach(place, size)) {
        result.add(place);
      }
      shared[place] = 0;
    }
    prefix.release();
    result.sort(null);
    return result;
  }

  /** Reads the buckets of all keys of the prefix: without branches, looks at memory overlap. */
  private void look() {
    int length = prefix.length();
    if (froms.length < length) {
      froms = new int[2 * length];
      tos = new int[2 * length];
      firstEntries = new long[2 * length];
    }
    long[] keys = prefix.keys();
    for (int k = 0; k < length; k++) {
      int bucket = bucket(keys[k]);
      froms[k] = starts[bucket];
      tos[k] = starts[bucket + 1];
    }
    for (int k = 0; k < length; k++) {
      firstEntries[k] = entries[Math.min(froms[k], entries.length - 1)];
    }
  }

  /** Returns the place from which on all sets are too large to be similar to one of a size. */
  private int end(int size) {
    int low = 0;
    int high = smallestFrom.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (smallestFrom[middle] <= size) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns whether a sampled set may be similar to that of the current prefix. */
  private boolean mayReach(int place, int size) {
    if (size < minShared.getInt(place)) {
      return false;
    }
    long covered = Math.min(prefix.last(), lasts.getLong(place));
    int length = lengths.getInt(place);
    long most = Jaccard.maxDifference(sizes.getInt(place), size, threshold) + 2L * shared[place];
    // One of the prefixes is covered, and usually more than half of the other.
    boolean ofSampled = covered == lasts.getLong(place);
    int whole = ofSampled ? length : prefix.length();
    int other = ofSampled ? prefix.length() : length;
    long middle = ofSampled ? prefix.keys()[other / 2] : middles.getLong(place);
    if (covered >= middle && whole + other / 2 > most) {
      return false;
    }
    int rest =
        ofSampled
            ? Prefix.countUpTo(prefix.keys(), 0, other, covered)
            : Prefix.countUpTo(prefixes.get(place), 0, other, covered);
    return whole + rest <= most;
  }

  @Override
  public int sizeAt(int place) {
    return sizes.getInt(place);
  }
}
