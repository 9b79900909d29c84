package io.neardup.lsh;

/**
 * The bands in which the two documents of a pair share a bucket, and those of them whose bucket is
 * sampled. Not safe for use by several threads.
 */
public final class SharedBands {

  private final int bands;
  private final long[] all; // a bit for each band
  private final long[] sampled;

  /**
   * Makes an empty set.
   *
   * @param bands b, at least 1
   */
  public SharedBands(int bands) {
    this.bands = bands;
    all = new long[words(bands)];
    sampled = new long[all.length];
  }

  /** Returns how many words of 64 bits hold a bit for each band. */
  static int words(int bands) {
    return (bands + Long.SIZE - 1) / Long.SIZE;
  }

  /**
   * Finds the bands in which two documents share a bucket.
   *
   * @param cells b cells of one document from {@code i} on, of the other from {@code j} on
   * @param limits by band: cells below are sampled
   */
  void find(int[] cells, int i, int j, int[] limits) {
    for (int w = 0, first = 0; w < all.length; w++, first += Long.SIZE) {
      long equal = 0;
      long below = 0;
      for (int band = Math.min(bands, first + Long.SIZE) - 1; band >= first; band--) {
        int cell = cells[i + band];
        int different = cell ^ cells[j + band];
        equal = equal << 1 | (~(different | -different) >>> (Integer.SIZE - 1));
        below = below << 1 | ((cell - limits[band]) >>> (Integer.SIZE - 1));
      }
      all[w] = equal;
      sampled[w] = equal & below;
    }
  }

  /** Removes a band. */
  public void remove(int band) {
    all[band / Long.SIZE] &= ~(1L << band);
    sampled[band / Long.SIZE] &= ~(1L << band);
  }

  /** Returns whether the documents share a bucket in a band. */
  public boolean contains(int band) {
    return (all[band / Long.SIZE] >>> band & 1) != 0;
  }

  /**
   * Returns the first band from a given one on in which they share a sampled bucket, or b if there
   * is none.
   */
  public int nextSampled(int from) {
    int band = from;
    while (band < bands) {
      long word = sampled[band / Long.SIZE] >>> band;
      if (word != 0) {
        return band + Long.numberOfTrailingZeros(word);
      }
      band = (band / Long.SIZE + 1) * Long.SIZE;
    }
    return bands;
  }

  /**
   * Returns in how many of some consecutive bands the documents share a bucket.
   *
   * @param from the first band
   * @param to one more than the last
   */
  public int count(int from, int to) {
    int count = 0;
    for (int band = from; band < to; band++) {
      count += contains(band) ? 1 : 0;
    }
    return count;
  }

  /** Returns in how many bands the documents share a bucket. */
  public int count() {
    return count(all);
  }

  /** Returns in how many bands they share a sampled bucket. */
  public int sampledCount() {
    return count(sampled);
  }

  private static int count(long[] words) {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  long word(int index) {
    return all[index];
  }

  long sampledWord(int index) {
    return sampled[index];
  }
}
