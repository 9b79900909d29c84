package io.neardup.lsh;

/**
 * Which pairs of columns a bucket lists. The rank of a column is how many columns of the bucket are
 * smaller. A pair (i, j), i &lt; j, is listed if the rank of j is less than {@link #listedInFull}
 * or that of i less than {@code heads}.
 *
 * @param maxColumns how many first columns are all paired with each other, at least 1
 * @param heads how many first columns are paired with all others, at least 1
 */
public record BucketRule(int maxColumns, int heads) {

  /** Heads of a bucket of a band. */
  public static final int HEADS = 4;

  /** Returns the rule of ordinary columns that share a bucket of a band. */
  public static BucketRule ofBand(int maxColumns) {
    return new BucketRule(maxColumns, HEADS);
  }

  /**
   * Returns the rule of columns with identical signatures, of which the first ones are ordinary.
   */
  public static BucketRule ofTwins(int maxTwins) {
    return new BucketRule(maxTwins, 1);
  }

  /** Returns how many columns are all paired with each other: {@code maxColumns}, or more. */
  public int listedInFull() {
    return Math.max(maxColumns, heads + 1);
  }
}
