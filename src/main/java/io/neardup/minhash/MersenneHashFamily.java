package io.neardup.minhash;

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
  private static final int BLOCK = 512;

  private static final int LOW_BITS = 31;
  private static final long LOW_MASK = (1L << LOW_BITS) - 1;

  /** More than the part of a sum above 2⁶¹ can be, see {@link #lower}. */
  private static final long SLACK = 1L << 32;

  private final long[] a;
  private final long[] b;

  /**
   * @param size number of functions, at least 1
   * @param seed any number
   */
  public MersenneHashFamily(int size, long seed) {
    a = new long[size];
    b = new long[size];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < size; i++) {
      a[i] = random.nextLong(1, P);
      b[i] = random.nextLong(0, P);
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
   * <p>Few rows lower a minimum, and those that cannot are told by two short products. Let x =
   * x₁·2³¹ + x₀ and c = a·2³¹ mod p; then a·x + b ≡ s = c·x₁ + a·x₀ + b. With s = H·2⁶¹ + L the
   * value is (H + L) mod p, and H &lt; 2³² as x₁ &lt; 2³⁰ and x₀ &lt; 2³¹. So where it is less than
   * m, (L + 2³²) mod 2⁶¹ is less than m + 2³²; of 2³¹ rows that are not less about one passes this
   * test, which needs no more of s than its lowest 61 bits. All is shifted up by three bits, so
   * that a long overflows where 61 bits do, and by 2⁶³, so that signed numbers compare as unsigned
   * ones.
   */
  @Override
  public void lower(long[] rows, int size, long[] minima, long[] winners) {
    int most = Math.min(size, BLOCK);
    long[] high = new long[most];
    long[] low = new long[most];
    for (int from = 0; from < size; from += BLOCK) {
      int count = Math.min(BLOCK, size - from);
      for (int r = 0; r < count; r++) {
        long x = reduce(rows[from + r]);
        high[r] = x >>> LOW_BITS;
        low[r] = x & LOW_MASK;
      }
      for (int i = 0; i < a.length; i++) {
        long ofHigh = multiplyAdd(a[i], 1L << LOW_BITS, 0) << 3;
        long ofLow = a[i] << 3;
        long offset = ((b[i] + SLACK) << 3) + Long.MIN_VALUE;
        long bound = bound(minima[i]);
        for (int r = 0; r < count; r++) {
          if (ofHigh * high[r] + ofLow * low[r] + offset < bound) {
            long value = multiplyAdd(a[i], (high[r] << LOW_BITS) + low[r], b[i]);
            if (value < minima[i]) {
              minima[i] = value;
              winners[i] = rows[from + r];
              bound = bound(value);
            }
          }
        }
      }
    }
  }

  /** Returns what a sum must be less than so that its value can be less than a minimum. */
  private static long bound(long minimum) {
    return minimum < P - SLACK ? ((minimum + SLACK) << 3) + Long.MIN_VALUE : Long.MAX_VALUE;
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
