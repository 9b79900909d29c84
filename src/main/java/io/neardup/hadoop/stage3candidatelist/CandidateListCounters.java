package io.neardup.hadoop.stage3candidatelist;

/** What stage 3 counts: pairs listed = candidates + repeated + in few buckets. */
public enum CandidateListCounters {
  /** Pairs in all buckets' lists. */
  PAIRS_LISTED,
  /** Of those, pairs that another bucket listed as well. */
  PAIRS_REPEATED,
  /** Pairs of too few buckets; each counts once for each of them. */
  PAIRS_IN_FEW_BUCKETS,
  /** Distinct pairs: what the candidate lists hold. */
  CANDIDATES,
  /** Columns that have a candidate list. */
  LISTS
}
