package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.Differences;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The tails of a sample: the bands in which each column i has a tail, and the bytes of its columns
 * j after a map task has joined its tails. Each map task reads one group of consecutive bands.
 *
 * <p>Memory: up to 16 bytes a column and band. Not safe for use by several threads.
 */
public final class SampledTails {

  private final int bands;
  private final int groups;
  private final LongOpenHashSet tails = new LongOpenHashSet(); // column i, band
  private double columnBytes;

  /**
   * @param groups how many map tasks there are, 1 to the number of bands
   */
  public SampledTails(int bands, int groups) {
    this.bands = bands;
    this.groups = groups;
  }

  /**
   * Adds a listed pair.
   *
   * @param i the place of the smaller column in the sample
   * @param difference the larger column minus the one before it in the tail
   * @param weight how many pairs it stands for
   * @param agree returns whether the pair agrees in a given earlier band
   */
  public void add(int i, int band, long difference, double weight, IntPredicate agree) {
    tails.add((long) i * bands + band);
    int group = part(band, groups);
    for (int before = band - 1; before >= 0 && part(before, groups) == group; before--) {
      if (agree.test(before)) {
        return; // joined with the tail of that band
      }
    }
    columnBytes += weight * Differences.bytes(difference);
  }

  /** Returns which of {@code parts} parts of the bands contains a band. */
  private int part(int band, int parts) {
    return (int) ((long) band * parts / bands);
  }

  /** Returns the bytes of the columns j in the joined tails, of all pairs added. */
  public double columnBytes() {
    return columnBytes;
  }

  /**
   * Returns how many tails remain after the tails of a column are joined within each of {@code
   * parts} parts of the bands.
   *
   * @param parts 1 to the number of bands
   */
  public long tails(int parts) {
    long[] sorted = tails.toLongArray(); // a set filled from another in its order has long chains
    Arrays.sort(sorted);
    long joined = 0;
    long last = -1;
    for (long tail : sorted) {
      long piece = tail / bands * parts + part((int) (tail % bands), parts);
      if (piece != last) {
        joined++;
      }
      last = piece;
    }
    return joined;
  }
}
