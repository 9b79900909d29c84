package io.neardup.minhash;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The universal family h_i(x) = (a_i·x + b_i) mod p with p = 2⁶¹ − 1 (MMDS 3.3.5; Carter and Wegman
 * 1979), computed without overflow. Rows are reduced modulo p first.
 *
 * <p>a_i is uniform in 1 … p − 1, b_i in 0 … p − 1; both follow from the seed by {@link
 * SplittableRandom}, whose sequence is fixed by its specification in the JDK.
 */
public final class MersenneHashFamily implements HashFamily {

  /** The prime 2⁶¹ − 1. */
  public static final long P = (1L << 61) - 1;

  /** Rows that are gone through for one function after the other. */
  private static final int BLOCK = 1024;

  /** So many first rows are simply tried: there are no low minima yet. */
  private static final int FIRST_BLOCK = 64;

  /** A block has so many times the rows before it, of which so many lower a minimum, about. */
  private static final int GROWTH = 7;

  /** Rows that are told together, so that few answers have to be looked at. */
  private static final int TOGETHER = 4;

  /** Sums count values in units of 1/8, so that p is 2⁶⁴ of them, but for 8. */
  private static final int UNIT_BITS = 3;

  /** By how many units a sum can be too small, at most. */
  private static final long SLACK = 1L << 36;

  private static final long LOW_32 = (1L << 32) - 1;

  private final long[] a;
  private final long[] b;
  private final long[] lowFactors; // by function, in units: of the lower 32 bits of a row,
  private final long[] highFactors; // of the upper ones,
  private final long[] offsets; // and what is added

  /**
   * @param size number of functions, at least 1
   * @param seed any number
   */
  public MersenneHashFamily(int size, long seed) {
    a = new long[size];
    b = new long[size];
    lowFactors = new long[size];
    highFactors = new long[size];
    offsets = new long[size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < size; i++) {
      a[i] = random.nextLong(1, P);
      b[i] = random.nextLong(0, P);
      lowFactors[i] = a[i] << UNIT_BITS;
      highFactors[i] = multiplyAdd(a[i], 1L << 32, 0) << UNIT_BITS;
      offsets[i] = (b[i] << UNIT_BITS) + SLACK;
    }
  }

  @Override
  public int size() {
    return a.length;
  }

  @Override
  public void hash(long row, long[] values) {
    long x = reduce(row);
    for (int i = 0; i < a.length; i++) {
      values[i] = multiplyAdd(a[i], x, b[i]);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Few rows lower a minimum, and those that cannot are told without 128 bits, in loops that the
   * compiler makes vectors of. Let x = x_0 + x_1·2³², x_1 below 2²⁹, and c = a·2³² mod p; then
   * a·x_0 + c·x_1 + b = value + q·p with a q below 2³³. Times 8, and p times 8 being 2⁶⁴ − 8, that
   * is 8·value − 8·q modulo 2⁶⁴: less than 8·value, by less than 2³⁶. With 2³⁶ added it is more
   * than 8·value, by 2³⁶ at most: so where it is not less than 8·m + 2³⁶ the value is not less than
   * m. (A sum that wraps around is small, and passes.) Hardly any row passes that does not lower m.
   */
  @Override
  public void lower(long[] rows, int size, long[] minima, long[] winners) {
    long[] reduced = new long[Math.min(size, BLOCK)];
    int first = Math.min(size, FIRST_BLOCK);
    reduce(rows, 0, first, reduced);
    for (int i = 0; i < a.length; i++) {
      lower(i, rows, 0, reduced, 0, first, minima, winners);
    }
    int strand = answers(Math.min(size, BLOCK));
    long[][] low = new long[TOGETHER][strand];
    long[][] high = new long[TOGETHER][strand];
    long[] below = new long[strand];
    int count;
    for (int from = first; from < size; from += count) {
      count = Math.min(size - from, Math.min(BLOCK, GROWTH * from));
      int answers = answers(count);
      reduce(rows, from, count, reduced);
      for (int r = 0; r < answers * TOGETHER; r++) { // the last row again, to fill up
        long row = reduced[Math.min(r, count - 1)];
        low[r % TOGETHER][r / TOGETHER] = row & LOW_32;
        high[r % TOGETHER][r / TOGETHER] = row >>> 32;
      }
      for (int i = 0; i < a.length; i++) {
        Arrays.fill(below, 0, answers, 0);
        long bound = bound(minima[i]);
        for (int s = 0; s < TOGETHER; s++) {
          tell(low[s], high[s], lowFactors[i], highFactors[i], offsets[i], bound, answers, below);
        }
        for (int at = 0; at < answers; at++) {
          if (below[at] < 0) {
            int last = Math.min(count, TOGETHER * (at + 1));
            lower(i, rows, from, reduced, TOGETHER * at, last, minima, winners);
          }
        }
      }
    }
  }

  /** Returns how many answers there are for so many rows. */
  private static int answers(int rows) {
    return (rows + TOGETHER - 1) / TOGETHER;
  }

  /** Lowers a minimum by the values of some rows of a block that begins at {@code start}. */
  private void lower(
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

  /**
   * Makes the answers negative for rows that may have a value below a bound. Sums and bound lose a
   * bit, so that their difference has a sign.
   */
  private static void tell(
      long[] low,
      long[] high,
      long lowFactor,
      long highFactor,
      long offset,
      long bound,
      int answers,
      long[] below) {
    for (int at = 0; at < answers; at++) {
      long sum = lowFactor * low[at] + highFactor * high[at] + offset;
      below[at] |= (sum >>> 1) - bound;
    }
  }

  /** Returns what half of a sum must be less than so that its value can be less than a minimum. */
  private static long bound(long minimum) {
    if (minimum > P - (SLACK >>> UNIT_BITS)) {
      return Long.MIN_VALUE; // from any half of a sum this takes away so much that it is negative
    }
    return (((minimum << UNIT_BITS) + SLACK) >>> 1) + 1;
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
