package io.neardup.hadoop.stage4verify;

/** What the merge of pairs counts: read = written + repeated + dropped. */
public enum PairMergeCounters {
  /** Pairs read from all inputs. */
  PAIRS_READ,
  /** Pairs that several inputs have, beyond the first. */
  PAIRS_REPEATED,
  /** Pairs of a document that was dropped. */
  PAIRS_DROPPED,
  /** Pairs written. */
  PAIRS_WRITTEN
}
