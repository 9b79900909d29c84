package io.neardup.hadoop.stage2bandbucket;

/** What stage 2 counts. */
public enum BandBucketCounters {
  /** Signature columns read; of a search for containment, documents with shingles. */
  SIGNATURES,
  /**
   * Own anchors of all documents, and one for each set; 0 unless it is a search for containment.
   */
  ANCHORS,
  /** Columns in all buckets: signatures times bands, or owners of sets and anchors. */
  BUCKET_MEMBERS,
  /** Buckets of one column; nothing is written for them. */
  SINGLE_BUCKETS,
  /** Buckets of two columns or more. */
  NONTRIVIAL_BUCKETS,
  /** Groups of more twins than are ordinary, so that not all their pairs are listed. */
  TWIN_GROUPS_COLLAPSED,
  /** Pairs within those groups that are not listed: each follows from two with the least. */
  TWIN_PAIRS_IMPLIED,
  /** Buckets too large to be listed in full: only their first columns are paired with all. */
  LARGE_BUCKETS_LINKED,
  /**
   * Pairs of ordinary columns in those buckets that were not listed for them. A pair counts once in
   * each such bucket that it shares: see {@link SkippedPairs}.
   */
  PAIRS_NOT_LISTED
}
