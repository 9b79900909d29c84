package io.neardup.hadoop.audit;

import java.util.List;

/** What an audit counts. */
public enum AuditCounters {
  /** The sum of the checksums of the lines of pairs. */
  PAIRS_SUM,
  /** The sum of the checksums of the lines of columns. */
  COLUMNS_SUM,
  /** Sampled documents. */
  SAMPLED,
  /** Sampled documents that were kept. */
  KEPT,
  /** Sampled documents that have a near-duplicate. */
  WITH_NEAR_DUPLICATE,
  /** Sampled documents of which at least one near-duplicate was reported. */
  FOUND,
  /** Sampled documents that were kept, but should have been removed. */
  MISSED_REMOVALS,
  /** Sampled documents that were kept and have a near-duplicate that was kept. */
  KEPT_WITH_KEPT,
  /** Missed pairs of twins, not listed because they follow from others. */
  IMPLIED,
  /** Missed pairs that share a bucket in which they were not listed: it is large, or has twins. */
  GUARD,
  /** Missed pairs that share no bucket. */
  BANDS,
  /** Missed pairs that the signature filter dropped. */
  FILTER,
  /** Missed pairs that should have been reported. */
  FAULT,
  /** Reported pairs that were compared again. */
  PAIRS_CHECKED,
  /** Reported pairs that are wrong. */
  WRONG_PAIRS,
  /** Memberships of clusters that were checked. */
  LINKS_CHECKED,
  /** Memberships of clusters that are wrong. */
  WRONG_LINKS,
  /** Removals that were checked. */
  REMOVALS_CHECKED,
  /** Removals that are wrong. */
  WRONG_REMOVALS;

  /** Why pairs were missed; a pair has one of these causes. */
  static final List<AuditCounters> CAUSES = List.of(IMPLIED, GUARD, BANDS, FILTER, FAULT);

  /** Returns why a pair that is similar enough was missed. */
  static AuditCounters cause(
      boolean isListed, boolean passesFilter, boolean sharesBucket, boolean areTwins) {
    if (isListed) {
      return passesFilter ? FAULT : FILTER;
    }
    if (!sharesBucket) {
      return BANDS;
    }
    return areTwins ? IMPLIED : GUARD;
  }
}
