package io.neardup.audit;

import io.neardup.sort.SplitMix;
import java.util.PriorityQueue;
import java.util.function.LongPredicate;

/**
 * A sample of the columns of a corpus: those with the smallest hashes. The hash depends on the
 * column and a seed only, so any task can tell whether a column is sampled, and a sample of fewer
 * columns is a subset of a larger one. The hashes of different columns differ.
 *
 * @param seed of the hash
 * @param limit the largest hash in the sample, unsigned
 */
public record SampledColumns(long seed, long limit) {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /**
   * Returns a sample of the columns that were not dropped. Takes time in proportion to the columns
   * of the corpus, and memory for those of the sample.
   *
   * @param seed of the hash
   * @param size of the sample, 1 or more; all columns if there are no more
   * @param columns of the corpus
   * @param dropped whether a column was dropped
   */
  public static SampledColumns of(long seed, int size, long columns, LongPredicate dropped) {
    if (size < 1) {
      throw new IllegalArgumentException("sample of " + size);
    }
    if (columns <= size) {
      return new SampledColumns(seed, -1);
    }
    SampledColumns all = new SampledColumns(seed, -1);
    PriorityQueue<Long> smallest = new PriorityQueue<>((a, b) -> Long.compareUnsigned(b, a));
    for (long column = 0; column < columns; column++) {
      if (dropped.test(column)) {
        continue;
      }
      long hash = all.hash(column);
      if (smallest.size() < size) {
        smallest.add(hash);
      } else if (Long.compareUnsigned(hash, smallest.peek()) < 0) {
        smallest.poll();
        smallest.add(hash);
      }
    }
    return new SampledColumns(seed, smallest.size() < size ? -1 : smallest.peek());
  }

  /** Returns whether the sample has a column. */
  public boolean contains(long column) {
    return Long.compareUnsigned(hash(column), limit) <= 0;
  }

  /** Returns the hash of a column; as unsigned numbers, they order the columns of samples. */
  public long hash(long column) {
    return SplitMix.mix(SplitMix.mix(seed * GOLDEN_RATIO) + column * GOLDEN_RATIO);
  }
}
