package io.neardup.minhash;

import java.util.SplittableRandom;

/**
 * The universal family h_i(x) = (a_i·x + b_i) mod p with p = 2⁶¹ − 1 (MMDS 3.3.5; Carter and Wegman
 * 1979), computed without overflow. Rows are reduced modulo p first.
 *
 * <p>a_i is uniform in 1 … p − 1, b_i in 0 … p − 1; both follow from the seed by {@link
 * SplittableRandom}, whose sequence is fixed by its specification in the JDK.
 */
public class MersenneHashFamily {

  /** The prime 2⁶¹ − 1. */
  public static final long P = (1L << 61) - 1;

  /** Rows of a block: the block stays in the cache while each function goes over it. */
  private static final int BLOCK = 1024;

  /** Number of first rows hashed without the filter, because the minima are still high. */
  private static final int FIRST_BLOCK = 64;

  /** Length of a block, in multiples of all rows before it: few of its rows lower a minimum. */
  private static final int GROWTH = 7;

  private final long[] a;
  private final long[] b;
  private final RowFilter.Function[] filters;

  /**
   * Makes a family.
   *
   * @param size number of functions, at least 1
   * @param seed any number
   */
  public MersenneHashFamily(int size, long seed) {
    a = new long[size];
    b = new long[size];
    filters = new RowFilter.Function[size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < size; i++) {
      a[i] = random.nextLong(1, P);
      b[i] = random.nextLong(0, P);
      filters[i] = RowFilter.Function.of(a[i], b[i]);
    }
  }

  /** Returns the number n of functions. */
  public int size() {
    return a.length;
  }

  /**
   * Writes the values of all functions for one row, any 64-bit number.
   *
   * @param values receives n values in 0 … p − 1
   */
  public void hash(long row, long[] values) {
    long x = reduce(row);
    for (int i = 0; i < a.length; i++) {
      values[i] = multiplyAdd(a[i], x, b[i]);
    }
  }

  /**
   * Updates the minimum of each function by its values for some rows. Few rows lower a minimum: a
   * {@link RowFilter} finds them, block by block, and only their exact values are computed.
   *
   * @param rows any 64-bit numbers
   * @param size number of rows to use
   * @param minima n minima, {@link Long#MAX_VALUE} where there is none yet
   * @param winners receives, for each minimum that becomes less, the first row that attains it
   */
  public void updateMinima(long[] rows, int size, long[] minima, long[] winners) {
    long[] reduced = new long[Math.min(size, BLOCK)];
    int first = Math.min(size, FIRST_BLOCK);
    reduce(rows, 0, first, reduced);
    for (int i = 0; i < a.length; i++) {
      updateMinimum(i, rows, 0, reduced, 0, first, minima, winners);
    }
    RowFilter filter = new RowFilter(reduced.length);
    int count;
    for (int start = first; start < size; start += count) {
      count = Math.min(size - start, Math.min(BLOCK, GROWTH * start));
      reduce(rows, start, count, reduced);
      filter.load(reduced, count);
      for (int i = 0; i < a.length; i++) {
        filter.flagCandidates(filters[i], minima[i]);
        for (int group = 0; group < filter.groups(); group++) {
          if (filter.isFlagged(group)) {
            int from = RowFilter.GROUP * group;
            int to = Math.min(count, from + RowFilter.GROUP);
            updateMinimum(i, rows, start, reduced, from, to, minima, winners);
          }
        }
      }
    }
  }

  /** Updates the minimum of a function by some rows of the block that begins at {@code start}. */
  private void updateMinimum(
      int function,
      long[] rows,
      int start,
      long[] reduced,
      int from,
      int to,
      long[] minima,
      long[] winners) {
    long factor = a[function];
    long summand = b[function];
    long minimum = minima[function];
    for (int r = from; r < to; r++) {
      long value = multiplyAdd(factor, reduced[r], summand);
      if (value < minimum) {
        minimum = value;
        winners[function] = rows[start + r];
      }
    }
    minima[function] = minimum;
  }

  private static void reduce(long[] rows, int from, int count, long[] reduced) {
    for (int r = 0; r < count; r++) {
      reduced[r] = reduce(rows[from + r]);
    }
  }

  /** Returns an unsigned number modulo p, without a division. */
  private static long reduce(long row) {
    long sum = (row & P) + (row >>> 61);
    return sum >= P ? sum - P : sum;
  }

  /** Returns (a·x + b) mod p for arguments in 0 … p − 1. */
  static long multiplyAdd(long a, long x, long b) {
    long high = Math.multiplyHigh(a, x);
    long low = a * x;
    // a·x = high·2⁶⁴ + low, and 2⁶¹ ≡ 1: add the part above bit 61 to the part below it.
    long sum = (low & P) + ((low >>> 61) | (high << 3)) + b; // below 3p < 2⁶³
    sum = (sum & P) + (sum >>> 61);
    return sum >= P ? sum - P : sum;
  }
}
