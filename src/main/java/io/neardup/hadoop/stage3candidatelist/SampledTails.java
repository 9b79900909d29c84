package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.stage2bandbucket.SampledBuckets;
import io.neardup.hadoop.table.Differences;
import io.neardup.lsh.HashShare;
import io.neardup.lsh.SampledItems;
import io.neardup.lsh.SharedBands;

/**
 * The tails of a sample: the bands in which each column i has a tail, and the bytes of its columns
 * j after a map task has joined its tails. Each map task reads one group of consecutive bands.
 *
 * <p>Memory: up to 48 bytes a document. Not safe for use by several threads.
 */
public final class SampledTails {

  private final double[] weights; // by number of buckets
  private final int bands;
  private final int[] firstOfGroup; // by band: the first band of its group
  private final int[] endOfGroup; // by band: one more than the last
  private final SampledItems lists; // columns i
  private final SampledItems twins; // columns i that one band lists with twins
  private double columns;
  private double columnBytes;

  /**
   * @param share the sample of hash space
   * @param groups how many map tasks there are, 1 to the number of bands
   */
  public SampledTails(HashShare share, int bands, int groups) {
    this.weights = share.weights(bands);
    this.bands = bands;
    this.firstOfGroup = new int[bands];
    this.endOfGroup = new int[bands];
    for (int band = 1; band < bands; band++) {
      firstOfGroup[band] =
          part(band, groups) == part(band - 1, groups) ? firstOfGroup[band - 1] : band;
    }
    for (int band = bands - 1; band >= 0; band--) {
      boolean isLast = band == bands - 1 || firstOfGroup[band + 1] == band + 1;
      endOfGroup[band] = isLast ? band + 1 : endOfGroup[band + 1];
    }
    this.lists = new SampledItems(share, bands);
    this.twins = new SampledItems(share, bands);
  }

  /**
   * Adds a candidate, once.
   *
   * @param i the place of the smaller column in the sample
   * @param shared the bands that list it
   * @param stride of the head, see {@link SampledBuckets}
   * @param asTwins whether they are twins that one band lists
   */
  public void add(int i, SharedBands shared, int stride, boolean asTwins) {
    (asTwins ? twins : lists).add(i, shared, stride);
  }

  /**
   * Adds a column j of the tail of a column i, unless an earlier band of the same map task has it.
   *
   * @param head the smaller of the two columns
   * @param shared the bands that list the pair
   * @param band the band of the tail
   * @param difference the larger column minus the one before it in the tail
   * @param weight how many pairs this one stands for among the documents of the corpus
   */
  public void addColumn(
      SampledBuckets buckets,
      int head,
      SharedBands shared,
      int band,
      long difference,
      double weight) {
    int first = firstOfGroup[band];
    if (buckets.firstOfHead(head, shared, first, band) == band) {
      int end = endOfGroup[band];
      double added =
          weight
              * buckets.leastStride(head, shared, first, end)
              * weights[shared.count(first, end)];
      columns += added;
      columnBytes += added * Differences.bytes(difference);
    }
  }

  /** Adds a column j of a tail of twins, which one band lists. Parameters as above. */
  public void addTwin(SharedBands shared, long difference, double weight) {
    double added = weight * weights[shared.count()];
    columns += added;
    columnBytes += added * Differences.bytes(difference);
  }

  /** Returns which of {@code parts} parts of the bands contains a band. */
  private int part(int band, int parts) {
    return (int) ((long) band * parts / bands);
  }

  /** Returns how many columns j the joined tails have. */
  public double columns() {
    return columns;
  }

  /** Returns the bytes of those columns. */
  public double columnBytes() {
    return columnBytes;
  }

  /**
   * Returns how many tails remain after the tails of a column are joined within each of {@code
   * parts} parts of the bands.
   *
   * @param parts 1 to the number of bands
   */
  public double tails(int parts) {
    return twins.total()
        + lists.total(
            (i, itsBands) -> {
              int joined = 0;
              int last = -1;
              for (int band = itsBands.nextSetBit(0); band >= 0; ) {
                int part = part(band, parts);
                joined += part == last ? 0 : 1;
                last = part;
                band = itsBands.nextSetBit(band + 1);
              }
              return joined;
            });
  }
}
