package io.neardup.lsh;

/**
 * Which pairs of ordinary columns a bucket lists. The rank of a column is how many ordinary columns
 * of the bucket are smaller. A pair (i, j), i &lt; j, is listed if the rank of j is less than
 * {@link #listedInFull} or that of i less than {@value #HEADS}.
 */
public final class BucketRule {

  /** Columns of a large bucket that are paired with all others. */
  public static final int HEADS = 4;

  private BucketRule() {}

  /** Returns how many columns are all paired with each other: {@code maxColumns}, or more. */
  public static int listedInFull(int maxColumns) {
    return Math.max(maxColumns, HEADS + 1);
  }
}
