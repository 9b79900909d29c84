package io.neardup.hadoop.stage3candidatelist;

/** What stage 3 counts: pairs listed = candidates + repeated. */
public enum CandidateListCounters {
  /** Pairs in all buckets' lists. */
  PAIRS_LISTED,
  /** Of those, pairs that another bucket listed as well. */
  PAIRS_REPEATED,
  /** Distinct pairs: what the candidate lists hold. */
  CANDIDATES,
  /** Columns that have a candidate list. */
  LISTS
}
