package io.neardup.audit;

import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the sampled sets that another set may be similar to, without reading the sampled sets. It
 * rejects no set whose similarity reaches the threshold. Its use: {@link #count} all sets, {@link
 * #add} all, {@link #build}, then ask for {@link #candidates}. It is an inverted index.
 *
 * <p>For the Jaccard similarity it is one of {@linkplain Prefix prefixes}: two sets whose
 * similarity reaches the threshold share an element of them. Of those that share one, most are
 * rejected by their sizes and by the part of both sets that both prefixes cover: there, already,
 * they differ in more elements than the threshold allows (compare the positional filter of Xiao et
 * al., PPJoin, WWW 2008). Sets with many elements that no sampled set has are not looked up at all.
 * It is fastest if sets are added by their sizes, ascending.
 *
 * <p>For containment it is one of all elements, with which those that a set shares with each
 * sampled set are counted.
 *
 * <p>Memory: see {@link #bytes}, and the keys of one set. Not safe for use by several threads.
 */
public final class SampleIndex {

  private static final int FINGERPRINT_SHIFT = 30;
  private static final long PLACE_MASK = 0xFFFFFFFFL;
  private static final int ENTRY_BYTES = Long.BYTES + 2 * Integer.BYTES + Integer.BYTES;
  private static final int CONTAINMENT_BYTES = 28; // for each element

  private final Measure measure;
  private final double threshold;
  private final RarityOrder order;
  private final Prefix prefix;
  private final AbsentShingles absent;
  private final IntArrayList sizes = new IntArrayList();
  private final IntArrayList leastSizes = new IntArrayList(); // of sets similar to that at a place
  private final LongArrayList lasts = new LongArrayList(); // keys of the prefixes
  private final List<long[]> prefixes = new ArrayList<>();
  private final IntArrayList touched = new IntArrayList();
  private final IntArrayList result = new IntArrayList();
  private int[] starts = {0, 0}; // of the buckets in the entries
  private long[] entries = {}; // fingerprint of a key, place of the set
  private int[] shared = {}; // by place
  private int[] smallestFrom = {}; // that may be similar to the set at a place or a later one

  /**
   * Makes an index of no set.
   *
   * @param threshold t, above 0, at most 1
   * @param elements about how many elements all sets have
   */
  public SampleIndex(Measure measure, double threshold, long elements) {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException("threshold " + threshold);
    }
    this.measure = measure;
    this.threshold = threshold;
    order = new RarityOrder(ofContainment() ? 0 : elements);
    prefix = new Prefix(order, threshold);
    absent = new AbsentShingles(threshold, ofContainment() ? 0 : elements);
  }

  /** Returns about how many bytes an index of sets of so many elements takes. */
  public static long bytes(Measure measure, double threshold, long elements) {
    return measure == Measure.CONTAINMENT
        ? CONTAINMENT_BYTES * elements
        : (long) (ENTRY_BYTES * (1 - threshold) * (double) elements)
            + RarityOrder.bytes(elements)
            + AbsentShingles.bytes(elements);
  }

  private boolean ofContainment() {
    return measure == Measure.CONTAINMENT;
  }

  /** Counts the elements of a set, none twice. All sets are counted before the first is added. */
  public void count(long[] elements, int size) {
    for (int i = 0; i < size && !ofContainment(); i++) {
      order.count(elements[i]);
      absent.add(elements[i]);
    }
  }

  /** Adds a set of elements, none twice; its place is the number of sets added before. */
  public void add(long[] elements, int size) {
    if (size > 0) {
      find(elements, size);
    }
    sizes.add(size);
    leastSizes.add(
        ofContainment() ? 1 : size == 0 ? Integer.MAX_VALUE : Prefix.minShared(size, threshold));
    prefixes.add(size == 0 ? new long[0] : Arrays.copyOf(prefix.keys(), prefix.length()));
    lasts.add(prefix.last());
    prefix.release();
  }

  private void find(long[] elements, int size) {
    if (ofContainment()) {
      prefix.findAll(elements, size);
    } else {
      prefix.find(elements, size);
    }
  }

  /** Makes the index of all sets that were added. */
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
    smallestFrom = leastSizes.toIntArray();
    for (int place = smallestFrom.length - 2; place >= 0; place--) {
      smallestFrom[place] = Math.min(smallestFrom[place], smallestFrom[place + 1]);
    }
    if (ofContainment()) {
      prefixes.clear(); // the entries have them all
    }
  }

  private int bucket(long key) {
    return (int) key & (starts.length - 2);
  }

  private static int fingerprint(long key) {
    return (int) (key >>> FINGERPRINT_SHIFT);
  }

  /** Returns the smallest size of a set that may be similar to one of the sample. */
  public int smallest() {
    return smallestFrom.length == 0 ? Integer.MAX_VALUE : smallestFrom[0];
  }

  /**
   * Returns the places of the sets that a set may be similar to, ascending, in a list that the next
   * call overwrites.
   *
   * @param occurrences the elements of the set from index 0 on, which may repeat
   * @param size how many
   */
  public IntArrayList candidates(long[] occurrences, int size) {
    result.clear();
    if (size < smallest() || (!ofContainment() && absent.tooMany(occurrences, size))) {
      return result;
    }
    int end = end(size);
    find(occurrences, size);
    touched.clear();
    long[] keys = prefix.keys();
    for (int k = 0; k < prefix.length(); k++) {
      int fingerprint = fingerprint(keys[k]);
      int bucket = bucket(keys[k]);
      for (int e = starts[bucket]; e < starts[bucket + 1]; e++) {
        int place = (int) (entries[e] & PLACE_MASK);
        if (place >= end) {
          break; // the places of a bucket ascend
        }
        if ((int) (entries[e] >>> Integer.SIZE) == fingerprint && shared[place]++ == 0) {
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
    if (ofContainment()) {
      return measure.similarity(shared[place], sizes.getInt(place), prefix.length()) >= threshold;
    }
    if (size < leastSizes.getInt(place)) {
      return false;
    }
    long covered = Math.min(prefix.last(), lasts.getLong(place));
    long most = Jaccard.maxDifference(sizes.getInt(place), size, threshold) + 2L * shared[place];
    // One of the prefixes is covered, and a part of the other.
    long[] its = prefixes.get(place);
    return covered == lasts.getLong(place)
        ? its.length + Prefix.countUpTo(prefix.keys(), prefix.length(), covered) <= most
        : prefix.length() + Prefix.countUpTo(its, its.length, covered) <= most;
  }

  /** Returns how many elements the set at a place has. */
  public int sizeAt(int place) {
    return sizes.getInt(place);
  }
}
