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
  private static final int FIRST_BLOCK = 128;

  /** A block has so many times the rows before it, of which so many lower a minimum, about. */
  private static final int GROWTH = 7;

  /** Rows that are told together, so that few answers have to be looked at. */
  private static final int TOGETHER = 4;

  private static final int PIECES = 4;
  private static final int PIECE_BITS = 16;

  /** Sums count values in units of 2²⁹, so that they have 32 bits. */
  private static final int UNIT_BITS = 29;

  /** By how many units a sum can be too small, at most. */
  private static final int SLACK = 1 << 18;

  private final long[] a;
  private final long[] b;
  private final int[][] factors; // by function: of each piece, then the offset

  /**
   * @param size number of functions, at least 1
   * @param seed any number
   */
  public MersenneHashFamily(int size, long seed) {
    a = new long[size];
    b = new long[size];
    factors = new int[size][PIECES + 1];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < size; i++) {
      a[i] = random.nextLong(1, P);
      b[i] = random.nextLong(0, P);
      for (int k = 0; k < PIECES; k++) {
        factors[i][k] = whole(multiplyAdd(a[i], 1L << (PIECE_BITS * k), 0));
      }
      factors[i][PIECES] = whole(b[i]) + SLACK;
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
   * <p>Few rows lower a minimum, and those that cannot are told in 32 bits, in loops that the
   * compiler makes vectors of. Let x = Σ x_k·2^(16 k), k = 0 … 3, and c_k = a·2^(16 k) mod p; then
   * Σ c_k·x_k + b = value + q·p with a q below 2¹⁸. Counted in units of u = 2²⁹, p being 2³² of
   * them but for 2⁻²⁹, and everything rounded down, Σ ⌊c_k/u⌋·x_k + ⌊b/u⌋ is less than value/u,
   * modulo 2³², by less than 3·2¹⁶ + 2¹³ + 1 &lt; 2¹⁸. With 2¹⁸ added it is more than value/u, by
   * 2¹⁸ at most: so where it is not less than m/u + 2¹⁸ the value is not less than m. (A sum that
   * wraps around is small, and passes.) Of 2¹⁴ rows that cannot lower m about one passes.
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
    int[][] pieces = new int[PIECES * TOGETHER][strand];
    int[] below = new int[strand];
    int count;
    for (int from = first; from < size; from += count) {
      count = Math.min(size - from, Math.min(BLOCK, GROWTH * from));
      int answers = answers(count);
      reduce(rows, from, count, reduced);
      for (int r = 0; r < answers * TOGETHER; r++) { // the last row again, to fill up
        split(reduced[Math.min(r, count - 1)], pieces, r % TOGETHER, r / TOGETHER);
      }
      for (int i = 0; i < a.length; i++) {
        tell(i, bound(minima[i]), pieces, answers, below);
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

  private static void split(long x, int[][] pieces, int strand, int at) {
    for (int k = 0; k < PIECES; k++) {
      pieces[PIECES * strand + k][at] = (int) (x >>> (PIECE_BITS * k)) & ((1 << PIECE_BITS) - 1);
    }
  }

  /** Makes the answers negative for rows that may have a value below a bound. */
  private void tell(int function, int bound, int[][] pieces, int answers, int[] below) {
    Arrays.fill(below, 0, answers, 0);
    int[] factor = factors[function];
    for (int s = 0; s < PIECES * TOGETHER; s += PIECES) {
      tell(
          pieces[s],
          pieces[s + 1],
          pieces[s + 2],
          pieces[s + 3],
          factor[0],
          factor[1],
          factor[2],
          factor[3],
          factor[PIECES],
          bound,
          answers,
          below);
    }
  }

  /** One strand; sums and bound lose a bit, so that their difference has a sign. */
  private static void tell(
      int[] x0,
      int[] x1,
      int[] x2,
      int[] x3,
      int a0,
      int a1,
      int a2,
      int a3,
      int offset,
      int bound,
      int answers,
      int[] below) {
    for (int at = 0; at < answers; at++) {
      int sum = a0 * x0[at] + a1 * x1[at] + a2 * x2[at] + a3 * x3[at] + offset;
      below[at] |= (sum >>> 1) - bound;
    }
  }

  /** Returns how often 2²⁹ goes into a number below p, as an unsigned number. */
  private static int whole(long value) {
    return (int) (value >>> UNIT_BITS);
  }

  /** Returns what half of a sum must be less than so that its value can be less than a minimum. */
  private static int bound(long minimum) {
    long bound = (((minimum >>> UNIT_BITS) + SLACK) >>> 1) + 1;
    // From any half of a sum this takes away so much that the difference is negative.
    return bound > Integer.MAX_VALUE ? Integer.MIN_VALUE : (int) bound;
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
