package io.neardup.hadoop.stage6dedup;

/** What stage 6 counts: read = kept + kept unread + removed + set aside + unreadable. */
public enum DedupCounters {
  /** Records read. */
  RECORDS_READ,
  /** Documents kept. */
  DOCUMENTS_KEPT,
  /** Documents kept that were too long to be compared. */
  UNREAD_KEPT,
  /** Documents removed. */
  DOCUMENTS_REMOVED,
  /** Documents removed because they have no shingle. */
  REMOVED_WITHOUT_SHINGLES,
  /** Records that are no documents, written to {@code skipped/}. */
  RECORDS_SET_ASIDE,
  /** Rests of files that were not read: of damaged ones, or after gzip data; in no output. */
  RESTS_UNREADABLE,
  /** Files written. */
  FILES_WRITTEN
}
