package io.neardup.audit;

import io.neardup.similarity.Measure;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Finds the sampled sets that another set may be similar to, without reading the sampled sets. It
 * rejects no set whose similarity reaches the threshold. Its use: {@link #count} all sets, {@link
 * #endCounts}, {@link #add} all, then ask for {@link #candidates}.
 *
 * <p>It is an inverted index: a list of sampled sets for each shingle. A set must share a certain
 * number of its shingles with each set that it is similar to, so the longest lists, one fewer than
 * this number, need not be read: a similar set is in one of the others, too (C. Li, J. Lu, Y. Lu,
 * "Efficient merging and filtering algorithms for approximate string searches", ICDE 2008). A set
 * with too many shingles that no sampled set has is rejected before any list is read.
 *
 * <p>Memory: see {@link #bytes}, and 8 bytes for each element of the other set. Not safe for use by
 * several threads.
 */
public final class SampleIndex {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int MAX_BUCKETS = 1 << 28;
  private static final int ELEMENT_BYTES = Long.BYTES + Integer.BYTES;

  /** Less than 1, so that rounding makes no number of shared elements too large. */
  private static final double ROUNDING = 1 - 1e-12;

  private final Measure measure;
  private final double threshold;
  private final IntArrayList sizes = new IntArrayList();
  private final IntArrayList touched = new IntArrayList();
  private final IntArrayList result = new IntArrayList();
  private final int[] starts; // of the buckets in the entries; while sets are added, their ends
  private final int shift; // of a hash to its bucket
  private long[] entries = {}; // a part of the hash, place of the set
  private int[] shared = {}; // by place
  private int smallestSet = Integer.MAX_VALUE; // of those with an element

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
    int buckets = (int) Math.min(MAX_BUCKETS, Long.highestOneBit(Math.max(2, elements)));
    starts = new int[buckets + 2];
    shift = Long.numberOfLeadingZeros(buckets) + 1;
  }

  /** Returns about how many bytes an index of sets of so many elements takes. */
  public static long bytes(long elements) {
    return ELEMENT_BYTES * elements;
  }

  /** Counts the distinct elements of a set. All sets are counted before the first is added. */
  public void count(long[] elements, int size) {
    for (int i = 0; i < size; i++) {
      starts[bucket(elements[i]) + 2]++;
    }
    smallestSet = size > 0 ? Math.min(smallestSet, size) : smallestSet;
  }

  /** Ends the counting, before the first set is added. */
  public void endCounts() {
    Arrays.parallelPrefix(starts, Integer::sum);
    entries = new long[starts[starts.length - 1]];
  }

  /** Adds a counted set; its place is the number of sets added before. */
  public void add(long[] elements, int size) {
    for (int i = 0; i < size; i++) {
      entries[starts[bucket(elements[i]) + 1]++] =
          (long) fingerprint(elements[i]) << Integer.SIZE | sizes.size();
    }
    sizes.add(size);
  }

  private int bucket(long element) {
    return (int) ((element * GOLDEN_RATIO) >>> shift);
  }

  private static int fingerprint(long element) {
    return (int) (element * GOLDEN_RATIO);
  }

  /** Returns the smallest size of a set that may be similar to one of the sample. */
  public int smallest() {
    if (smallestSet == Integer.MAX_VALUE) {
      return smallestSet;
    }
    return measure == Measure.CONTAINMENT ? 1 : needed(smallestSet);
  }

  /** Returns the number of elements at least, of a set of a size, that any similar set has. */
  private int needed(int size) {
    int part = measure == Measure.CONTAINMENT ? Math.min(size, smallestSet) : size;
    return Math.max(1, (int) Math.ceil(ROUNDING * threshold * part));
  }

  /**
   * Returns the places of the sets that a set may be similar to, ascending, in a list that the next
   * call overwrites.
   *
   * @param elements of the set, distinct, from index 0 on
   * @param size how many
   */
  public IntArrayList candidates(long[] elements, int size) {
    result.clear();
    int missing = size - needed(size); // at most, in a similar set
    if (size < smallest() || isAbsent(elements, size, missing)) {
      return result;
    }
    int[] lengths = new int[size];
    for (int i = 0; i < size; i++) {
      int bucket = bucket(elements[i]);
      lengths[i] = starts[bucket + 1] - starts[bucket];
    }
    int[] ascending = lengths.clone();
    Arrays.sort(ascending);
    int longest = ascending[missing]; // of the lists that are read
    int skipped = 0;
    shared = shared.length < sizes.size() ? new int[sizes.size()] : shared;
    touched.clear();
    for (int i = 0; i < size; i++) {
      if (lengths[i] <= longest) {
        read(elements[i]);
      } else {
        skipped++;
      }
    }
    for (int i = 0; i < touched.size(); i++) {
      int place = touched.getInt(i);
      int most = Math.min(shared[place] + skipped, Math.min(size, sizeAt(place)));
      if (measure.similarity(most, size, sizeAt(place)) >= threshold) {
        result.add(place);
      }
      shared[place] = 0;
    }
    result.sort(null);
    return result;
  }

  /** Returns whether more elements than may be missing are in no sampled set. */
  private boolean isAbsent(long[] elements, int size, int missing) {
    int absent = 0;
    for (int i = 0; i < size && absent <= missing; i++) {
      int bucket = bucket(elements[i]);
      absent += starts[bucket] == starts[bucket + 1] ? 1 : 0;
    }
    return absent > missing;
  }

  private void read(long element) {
    int bucket = bucket(element);
    int fingerprint = fingerprint(element);
    for (int e = starts[bucket]; e < starts[bucket + 1]; e++) {
      int place = (int) entries[e];
      if ((int) (entries[e] >>> Integer.SIZE) == fingerprint && shared[place]++ == 0) {
        touched.add(place);
      }
    }
  }

  /** Returns how many elements the set at a place has. */
  public int sizeAt(int place) {
    return sizes.getInt(place);
  }
}
