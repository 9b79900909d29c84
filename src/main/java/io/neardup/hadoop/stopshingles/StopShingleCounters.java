package io.neardup.hadoop.stopshingles;

/** What the search for stop shingles counts. */
public enum StopShingleCounters {
  /** Documents with the field that names their source. */
  WITH_SOURCE,
  /** Sources with enough documents. */
  SOURCES_SAMPLED,
  /** Sources with too few. */
  SMALL_SOURCES,
  /** Documents of the sample. */
  DOCUMENTS_SAMPLED,
  /** Pairs of a sampled document and a shingle of it that were sent. */
  SAMPLED_PAIRS_SENT,
  /** Pairs that the reducers received. */
  SAMPLED_PAIRS_RECEIVED
}
