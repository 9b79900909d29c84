package io.neardup.minhash;

import java.util.SplittableRandom;

/**
 * Pairs of sets of random elements whose Jaccard similarity is exactly k/m: of m elements k are in
 * both sets, and the others in one or the other.
 */
final class SetPairs {

  private final SplittableRandom random;
  private final int common;
  private final long[] a;
  private final long[] b;

  SetPairs(int common, int union) {
    this.common = common;
    random = new SplittableRandom(1000L * union + common);
    int others = union - common;
    a = new long[common + (others + 1) / 2];
    b = new long[common + others / 2];
  }

  /** Draws the next pair, and returns the working values of both sets by a scheme. */
  long[][] next(String scheme, int slots, long seed) {
    for (int i = 0; i < a.length; i++) {
      a[i] = random.nextLong();
    }
    for (int i = 0; i < b.length; i++) {
      b[i] = i < common ? a[i] : random.nextLong();
    }
    ColumnSketcher sketcher = SignatureScheme.of(scheme, slots, seed).newColumnSketcher();
    sketcher.sketch(a, a.length);
    long[] ofA = sketcher.slots().clone();
    sketcher.sketch(b, b.length);
    return new long[][] {ofA, sketcher.slots()};
  }
}
