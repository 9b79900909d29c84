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
  /** Those of them that are removed because they have no shingle. */
  REMOVED_WITHOUT_SHINGLES,
  /** Records that are no documents, written aside. */
  RECORDS_SET_ASIDE,
  /** Rests of files that cannot be read: they are in no output. */
  RESTS_UNREADABLE,
  /** Files written. */
  FILES_WRITTEN
}
