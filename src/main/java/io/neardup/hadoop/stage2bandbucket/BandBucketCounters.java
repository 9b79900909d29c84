package io.neardup.hadoop.stage2bandbucket;

/** What stage 2 counts. */
public enum BandBucketCounters {
  /** Signature columns read. */
  SIGNATURES,
  /** Columns in all buckets of all bands: signatures times bands. */
  BUCKET_MEMBERS,
  /** Buckets of one column; nothing is written for them. */
  SINGLE_BUCKETS,
  /** Buckets of two columns or more. */
  NONTRIVIAL_BUCKETS,
  /** Groups of columns with identical signatures that were too large to be listed in full. */
  TWIN_GROUPS_COLLAPSED,
  /**
   * Pairs within those groups that are not listed: each follows from two pairs with the first
   * column.
   */
  TWIN_PAIRS_IMPLIED,
  /** Buckets too large to be listed in full, linked to one column instead. */
  LARGE_BUCKETS_LINKED,
  /**
   * Pairs of columns in those buckets that were not listed there. A pair counts once in each such
   * bucket that it shares: see {@link SkippedPairs}.
   */
  PAIRS_NOT_LISTED
}
