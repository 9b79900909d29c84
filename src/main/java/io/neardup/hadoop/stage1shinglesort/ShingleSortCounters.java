package io.neardup.hadoop.stage1shinglesort;

/** What stage 1 counts. */
public enum ShingleSortCounters {
  /** Documents read. */
  DOCUMENTS,
  /** Documents without any shingle, or with stop shingles alone: they have no signature. */
  DOCUMENTS_WITHOUT_SHINGLES,
  /** Documents with stop shingles alone. */
  DOCUMENTS_OF_STOP_SHINGLES,
  /** Shingles of all documents, repeats within a document included. */
  SHINGLE_OCCURRENCES,
  /** Stop shingles. */
  STOP_SHINGLES,
  /** Occurrences of stop shingles, which are not among the former. */
  STOP_SHINGLE_OCCURRENCES,
  /** Document–shingle pairs sorted; 0 for the local plan. */
  PAIRS_SORTED,
  /** Pairs that came to the reducers; 0 for the local plan. */
  PAIRS_REDUCED,
  /** Rows of the matrix read by the reducers, counted once per block; 0 for the local plan. */
  ROWS,
  /** Signature columns written. */
  SIGNATURES
}
