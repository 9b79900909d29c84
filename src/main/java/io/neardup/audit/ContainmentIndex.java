package io.neardup.audit;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The {@link SampleIndex} for containment: an inverted index of all elements, with which the
 * elements that a set shares with each sampled set are counted.
 *
 * <p>Memory: 28 bytes for each element of the sample, and one set. Not safe for use by several
 * threads.
 */
final class ContainmentIndex implements SampleIndex {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int BYTES_OF_ELEMENT = 28;

  private final double threshold;
  private final List<long[]> sets = new ArrayList<>(); // until the index is made
  private final IntArrayList sizes = new IntArrayList();
  private final IndexedSet set = new IndexedSet();
  private final IntArrayList touched = new IntArrayList();
  private final IntArrayList result = new IntArrayList();
  private int shift; // of a mixed element, to its bucket
  private int[] starts = {0, 0}; // of the buckets in the entries
  private long[] elements = {};
  private int[] places = {};
  private int[] shared = {}; // by place

  ContainmentIndex(double threshold) {
    if (!(threshold > 0 && threshold <= 1)) {
      throw new IllegalArgumentException("threshold " + threshold);
    }
    this.threshold = threshold;
  }

  static long bytes(long elements) {
    return BYTES_OF_ELEMENT * elements;
  }

  @Override
  public void count(long[] newElements, int size) {
    // Frequencies do not matter.
  }

  @Override
  public void add(long[] newElements, int size) {
    sets.add(Arrays.copyOf(newElements, size));
    sizes.add(size);
  }

  @Override
  public void build() {
    int all = Math.toIntExact(sizes.intStream().asLongStream().sum());
    int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(Math.min(all, 1 << 27)));
    shift = Long.SIZE - bits;
    starts = new int[(1 << bits) + 1];
    elements = new long[all];
    places = new int[all];
    shared = new int[sets.size()];
    for (long[] its : sets) {
      for (long element : its) {
        starts[bucket(element) + 1]++;
      }
    }
    for (int b = 0; b < starts.length - 1; b++) {
      starts[b + 1] += starts[b];
    }
    for (int place = 0; place < shared.length; place++) {
      for (long element : sets.get(place)) { // each start moves to the end of its bucket
        int entry = starts[bucket(element)]++;
        elements[entry] = element;
        places[entry] = place;
      }
    }
    System.arraycopy(starts, 0, starts, 1, starts.length - 1);
    starts[0] = 0;
    sets.clear();
  }

  private int bucket(long element) {
    return (int) ((element * GOLDEN_RATIO) >>> shift);
  }

  @Override
  public int smallest() {
    return sizes.isEmpty() ? Integer.MAX_VALUE : 1;
  }

  @Override
  public IntArrayList candidates(long[] occurrences, int size) {
    result.clear();
    set.take(Arrays.copyOf(occurrences, size), size);
    long[] distinct = set.elements();
    for (int i = 0; i < set.size(); i++) {
      int bucket = bucket(distinct[i]);
      for (int entry = starts[bucket]; entry < starts[bucket + 1]; entry++) {
        if (elements[entry] == distinct[i] && shared[places[entry]]++ == 0) {
          touched.add(places[entry]);
        }
      }
    }
    for (int i = 0; i < touched.size(); i++) {
      int place = touched.getInt(i);
      if (Measure.CONTAINMENT.similarity(shared[place], sizes.getInt(place), set.size())
          >= threshold) {
        result.add(place);
      }
      shared[place] = 0;
    }
    touched.clear();
    set.take(new long[0], 0); // a large one takes memory
    result.sort(null);
    return result;
  }

  @Override
  public int sizeAt(int place) {
    return sizes.getInt(place);
  }
}
