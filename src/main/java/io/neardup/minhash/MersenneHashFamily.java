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
    long x = Long.remainderUnsigned(row, P);
    for (int i = 0; i < a.length; i++) {
      values[i] = multiplyAdd(a[i], x, b[i]);
    }
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
