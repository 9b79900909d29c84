package io.neardup.hadoop.stage4verify.compare;

/**
 * What stage 4 counts: candidates = implausible + plausible; plausible = kept + below threshold.
 */
public enum VerifyCounters {
  /** Pairs of all candidate lists. */
  CANDIDATES,
  /** Pairs dropped by the signature filter. */
  IMPLAUSIBLE,
  /** Pairs that passed the signature filter. */
  PLAUSIBLE,
  /** Documents sent to be compared. */
  DOCUMENTS_SHUFFLED,
  /** Pairs whose documents are not similar enough. */
  BELOW_THRESHOLD,
  /** Pairs kept. */
  PAIRS_KEPT
}
