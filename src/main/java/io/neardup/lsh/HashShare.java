package io.neardup.lsh;

/**
 * A sample of hash space: the 64-bit hashes, taken as unsigned, that lie below a fraction q of the
 * range. Samples of smaller q are subsets.
 *
 * @param share q, above 0, at most 1
 */
public record HashShare(double share) {

  /** The whole hash space: every weight is 1. */
  public static final HashShare ALL = new HashShare(1);

  private static final int UNUSED_BITS = 11; // of 64, so that the others fit a double

  /** Checks the share. */
  public HashShare {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share);
    }
  }

  /** Returns whether all hashes are in the sample. */
  public boolean isAll() {
    return share == 1;
  }

  /** Returns whether the sample contains a hash. */
  public boolean contains(long hash) {
    return (hash >>> UNUSED_BITS) < share * (1L << (Long.SIZE - UNUSED_BITS));
  }
}
