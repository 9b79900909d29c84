package io.neardup.audit;

import io.neardup.similarity.Measure;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Finds the sampled sets that another set may be similar to, without reading the sampled sets. It
 * rejects no set whose similarity reaches the threshold. Its use: {@link #count} all sets, {@link
 * #add} all, {@link #build}, then ask for {@link #candidates}.
 */
public interface SampleIndex {

  /**
   * Returns an index of no set.
   *
   * @param threshold t, above 0, at most 1
   * @param elements about how many elements all sets have
   */
  static SampleIndex of(Measure measure, double threshold, long elements) {
    return measure == Measure.CONTAINMENT
        ? new ContainmentIndex(threshold)
        : new JaccardIndex(threshold, elements);
  }

  /** Returns about how many bytes an index of sets of so many elements takes. */
  static long bytes(Measure measure, double threshold, long elements) {
    return measure == Measure.CONTAINMENT
        ? ContainmentIndex.bytes(elements)
        : JaccardIndex.bytes(elements, threshold);
  }

  /** Counts the elements of a set, none twice. All sets are counted before the first is added. */
  void count(long[] elements, int size);

  /** Adds a set of elements, none twice; its place is the number of sets added before. */
  void add(long[] elements, int size);

  /** Makes the index of all sets that were added. */
  void build();

  /** Returns the smallest size of a set that may be similar to one of the sample. */
  int smallest();

  /**
   * Returns the places of the sets that a set may be similar to, ascending, in a list that the next
   * call overwrites.
   *
   * @param occurrences the elements of the set from index 0 on, which may repeat
   * @param size how many
   */
  IntArrayList candidates(long[] occurrences, int size);

  /** Returns how many elements the set at a place has. */
  int sizeAt(int place);
}
