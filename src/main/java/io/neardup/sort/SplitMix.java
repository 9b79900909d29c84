package io.neardup.sort;

/**
 * The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Values made with it are stored.
 */
public final class SplitMix {

  private SplitMix() {}

  /** Spreads the bits of a number over 64 bits; one-to-one. */
  public static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
