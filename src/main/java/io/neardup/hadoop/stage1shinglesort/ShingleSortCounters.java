package io.neardup.hadoop.stage1shinglesort;

/** What stage 1 counts. */
public enum ShingleSortCounters {
  /** Documents read. */
  DOCUMENTS,
  /** Documents without any shingle: they have no signature. */
  DOCUMENTS_WITHOUT_SHINGLES,
  /** Shingles of all documents, repeats within a document included. */
  SHINGLE_OCCURRENCES,
  /** Document–shingle pairs sorted; 0 for the local plan. */
  PAIRS_SORTED,
  /** Pairs that came to the reducers; 0 for the local plan. */
  PAIRS_REDUCED,
  /** Rows of the matrix read by the reducers, counted once per block; 0 for the local plan. */
  ROWS,
  /** Signature columns written. */
  SIGNATURES
}
