package io.neardup.hadoop.audit;

/** Why a pair of near-duplicates was not reported. */
enum Cause {
  /** Their signatures are the same, and they were not listed: the pair follows from others. */
  IMPLIED(AuditCounters.IMPLIED),
  /** They share a bucket, but it was so large that not all of its pairs were listed. */
  GUARD(AuditCounters.GUARD),
  /** They share no bucket. */
  BANDS(AuditCounters.BANDS),
  /** They were listed, and the signature filter dropped them. */
  FILTER(AuditCounters.FILTER),
  /** They were listed and plausible: they should have been reported. */
  FAULT(AuditCounters.FAULT);

  private final AuditCounters counter;

  Cause(AuditCounters counter) {
    this.counter = counter;
  }

  AuditCounters counter() {
    return counter;
  }
}
